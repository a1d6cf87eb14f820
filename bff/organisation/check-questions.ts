import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { Question } from '../../crm-contract/questions.ts';
import { ProblemError } from '../http/problems.ts';
import { type Area, advice, type Finding, fault, reasonOf } from './finding.ts';
import { Missing, OTHER_WAYS, QUESTIONS } from './questions.ts';
import { takeSample } from './sample-records.ts';

const ASKED = Object.keys(OTHER_WAYS) as Question[];

/**
 * Asks the CRM every question that the portal asks, in the portal's own words, and says for each screen whether it works,
 * works another way, goes on without something, or has something in its way. Changes nothing.
 */
export async function checkQuestions(crm: CrmClient): Promise<Area[]> {
  const probe = probing(crm);
  const sample = await takeSample(probe);
  const areas: Area[] = [];
  for (const { screen, ask } of QUESTIONS) {
    // Each screen asks for itself, so that all that depend on a question say so.
    crm.questions.forget();
    const answer = await answerOf(() => ask(probe, sample));
    const inTheWay = answer instanceof CrmError ? answer : null;
    const otherWays = ASKED.filter((question) => crm.questions.isRefused(question));
    const findings: Finding[] = [
      ...(inTheWay
        ? [fault(inTheWay.operation, `in the way: refused (${reasonOf(inTheWay)})`, `${screen} does not work`)]
        : []),
      ...otherWays.map((question) => advice(question, 'works the other way', OTHER_WAYS[question])),
      ...missingIn(answer).map(({ what, goesOn }) => advice(what, 'missing', goesOn)),
    ];
    areas.push({ name: screen, looked: inTheWay ? 'in the way' : 'works', findings });
  }
  return areas;
}

function missingIn(answer: unknown): Missing[] {
  return [answer].flat().filter((part) => part instanceof Missing);
}

/** The answer, or what kept it from being given. That nobody has this link, or no such record is there, is an answer. */
async function answerOf(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProblemError) return null;
    if (error instanceof CrmError) return error.kind === 'not_found' ? null : error;
    throw error;
  }
}

/** The same client, whose queries give one row at most: what is asked stays the same, what comes back is of no use. */
function probing(crm: CrmClient): CrmClient {
  return {
    ...crm,
    query: (asked, shape, context, mustHave) => {
      const limited = 'write' in asked ? { ...asked, write: () => asked.write().limitedToOne() } : asked.limitedToOne();
      return crm.query(limited, shape, context, mustHave);
    },
  };
}
