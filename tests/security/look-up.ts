import type { UnknownLinks } from '../../bff/access/link-limits.ts';
import { ProblemError } from '../../bff/http/problems.ts';

export interface Asked {
  /** Whether the link alone is looked up first, because of many guesses; undefined before it is looked up. */
  manyGuess?: boolean;
  /** `real`, or the code of the refusal. */
  outcome: Promise<string>;
  answer(isReal: boolean): void;
  hangUp(): void;
}

/** A look-up that the CRM answers when the test says so. */
export function askThrough(links: UnknownLinks, ip: string): Asked {
  const gone = new AbortController();
  const crm = Promise.withResolvers<boolean>();
  let isReal = false;
  const asked: Asked = {
    answer: crm.resolve,
    hangUp: () => gone.abort(),
    outcome: links
      .run({
        ip,
        gone: gone.signal,
        isProven: () => isReal,
        work: async (manyGuess) => {
          asked.manyGuess = manyGuess;
          isReal = await crm.promise;
          if (!isReal) throw new ProblemError('unknown_link');
          return 'real';
        },
      })
      .catch((error: ProblemError) => error.code ?? 'gone'),
  };
  return asked;
}

export const isLookedUp = ({ manyGuess }: Asked) => manyGuess !== undefined;
/** Resolves when everything that needs no CRM answer has happened. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
