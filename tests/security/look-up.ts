import type { UnknownLinks } from '../../bff/access/unknown-links.ts';
import { ProblemError } from '../../bff/http/problems.ts';

export interface Asked {
  /** Whether its address counted as one that guesses; undefined before it is looked up. */
  isSuspect?: boolean;
  /** `real`, or the code of the refusal. */
  outcome: Promise<string>;
  answer(isReal: boolean): void;
  /** Another look-up of this link was answered: it is real. */
  prove(): void;
  hangUp(): void;
}

/** A look-up that the CRM answers when told to. */
export function askThrough(links: UnknownLinks, ip: string): Asked {
  const gone = new AbortController();
  const crm = Promise.withResolvers<boolean>();
  const proof = Promise.withResolvers<void>();
  let isReal = false;
  const asked: Asked = {
    answer: crm.resolve,
    prove: () => {
      isReal = true;
      proof.resolve();
    },
    hangUp: () => gone.abort(),
    outcome: links
      .run({
        ip,
        gone: gone.signal,
        proven: proof.promise,
        isProven: () => isReal,
        work: async (isSuspect) => {
          asked.isSuspect = isSuspect;
          isReal = (await crm.promise) || isReal;
          if (!isReal) throw new ProblemError('unknown_link');
          return 'real';
        },
      })
      .catch((error: ProblemError) => error.code),
  };
  return asked;
}

export const isLookedUp = ({ isSuspect }: Asked) => isSuspect !== undefined;
/** Everything that needs no answer of the CRM has happened. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
export const outcomeNow = ({ outcome }: Asked) => Promise.race([outcome, settled().then(() => 'none yet')]);
