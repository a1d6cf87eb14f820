import { PROBLEMS, type Problem } from '../../bff/view-models/problem.ts';
import type { Chance } from './chance.ts';
import type { Ledger, Reported, Span } from './ledger.ts';
import type { Answer, Ask, Stage } from './stage.ts';
import type { Subject } from './stage-crm.ts';

/** Somebody who acts during a journey, on its contact and deal. */
export interface Person {
  stage: Stage;
  ledger: Ledger;
  journey: number;
  chance: Chance;
  subject: Subject;
}

export interface Pressed extends Span {
  answer: Answer;
}

export interface Press extends Omit<Ask, 'headers'> {
  /** Identifies the write: another body under the same name is another press. */
  write: string;
  /** Two for a double click. */
  clicks?: number;
}

/** How often a person presses before leaving a failure on the screen. */
const PRESSES = 5;
/** Automatic repeats after no answer at all (web/api/query-client.ts). */
const RESENT = 2;

/**
 * A browser tab that sends writes as the web does. A press keeps its idempotency key until it is confirmed; a missing
 * answer causes an automatic repeat, a "not now" a second press, each with the same key.
 */
export class Tab {
  readonly #person: Person;
  readonly #headers: Record<string, string>;
  readonly #keys = new Map<string, { key: string; content: string }>();
  #presses = 0;

  constructor(person: Person, headers: Record<string, string>) {
    this.#person = person;
    this.#headers = headers;
  }

  /** A page's read, repeated until it succeeds; null when it is given up. */
  async read(path: string): Promise<Answer | null> {
    for (let tries = 1; tries <= 12; tries += 1) {
      const answer = this.#looked(path, await this.#person.stage.ask({ method: 'GET', path, headers: this.#headers }));
      if (!mayPass(answer)) return answer;
      await this.#person.chance.think();
    }
    return null;
  }

  async press({ write, clicks = 1, ...ask }: Press): Promise<Pressed> {
    const from = Date.now();
    const headers = { ...this.#headers, 'idempotency-key': this.#keyOf(write, ask.body) };
    const send = async () => {
      for (let sent = 0; ; sent += 1) {
        const answer = this.#looked(ask.path, await this.#person.stage.ask({ ...ask, headers }));
        if (answer.status !== 0 || sent === RESENT) return answer;
        wasUnsure = true;
        await this.#person.chance.think();
      }
    };
    let wasUnsure = false;
    for (let presses = 1; ; presses += 1) {
      const answers = await Promise.all(Array.from({ length: clicks }, send));
      const answer = answers.find(isConfirmed) ?? answers[0] ?? { status: 0, body: {} };
      const isOver = !mayPass(answer) || presses === PRESSES;
      if (isOver) {
        if (isConfirmed(answer)) this.#keys.delete(write);
        return { answer, from, to: Date.now(), reported: reportedBy(answer, wasUnsure) };
      }
      wasUnsure = true;
      await this.#person.chance.think();
    }
  }

  #keyOf(write: string, body: unknown): string {
    const content = Buffer.isBuffer(body) ? '' : JSON.stringify(body);
    const kept = this.#keys.get(write);
    if (kept?.content === content) return kept.key;
    this.#presses += 1;
    const key = `${this.#person.journey}-${this.#person.chance.seed()}-${this.#presses}-press`;
    this.#keys.set(write, { key, content });
    return key;
  }

  /**
   * A person learns nothing from an answer that is neither a success nor one of our errors, so it counts as a lapse.
   */
  #looked(path: string, answer: Answer): Answer {
    const { error, message } = answer.body as Partial<Problem>;
    const isProblem = message === 'request failed' && error !== undefined && PROBLEMS[error] === answer.status;
    if (answer.status !== 0 && !isConfirmed(answer) && (!isProblem || error === 'internal')) {
      const what = `${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`;
      this.#person.ledger.lapses.push({ journey: this.#person.journey, figure: 'typed but gone', what });
    }
    return answer;
  }
}

export function isConfirmed({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function mayPass({ status }: Answer): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/** A refusal after an unanswered attempt may mean that the first attempt was executed after all. */
function reportedBy(answer: Answer, wasUnsure: boolean): Reported {
  if (isConfirmed(answer)) return 'confirmed';
  return mayPass(answer) || wasUnsure ? 'unsure' : 'refused';
}
