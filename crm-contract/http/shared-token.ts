/** A token as processes pass it on: how long it lives in all, and from now on. */
export type SharedGrant = { value: string; origin: string; scope: string | null; lifeMs: number; leftMs: number };

/** Why the token endpoint gave no token: it refused, or was not reached, did not answer in time, answered no JSON. */
export type TokenFault = { kind: 'unauthorized' | 'unreachable' | 'timeout' | 'malformed'; code: string };

/** A fault as processes pass it on: which in a row it is, and for how long from now on nobody asks again. */
export type SharedFault = TokenFault & { failures: number; pauseMs: number };

/**
 * Where several processes keep one access token: one of them asks for a new one, the others take it over. No method
 * throws, and each answers soon, whatever becomes of the place where the token is kept.
 */
export type SharedToken = {
  /** The last token that one of the processes got; null when there is none, or when nobody can tell. */
  read(): Promise<SharedGrant | null>;
  write(grant: SharedGrant): Promise<void>;
  /**
   * `ours`: this process asks now, and the request is counted. `other`: another process is at it. `used up`: no further
   * request is allowed for now. `unknown`: nobody can tell.
   */
  takeTurn(): Promise<'ours' | 'other' | 'used up' | 'unknown'>;
  endTurn(): Promise<void>;
  /** The last fault that one of the processes met; null once there was a token, or when nobody can tell. */
  fault(): Promise<SharedFault | null>;
  /** Tells the others. A request that was never sent is given back to the allowance. */
  failed(fault: SharedFault, wasSent: boolean): Promise<void>;
  /** This process's part of an allowance, for when nobody can tell what the others use. */
  ownShare(most: number): number;
};
