/** A token as processes pass it on: how long it lives in all, and from now on. */
export type SharedGrant = { value: string; origin: string; scope: string | null; lifeMs: number; leftMs: number };

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
  /** This process's part of an allowance, for when nobody can tell what the others use. */
  ownShare(most: number): number;
};
