import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { App } from '../http/typed-app.ts';
import type { CreditBudget, StoppingWork } from './credit-budget.ts';

/** Requests that are refused before anything is asked of the CRM, when the day's credits run out (decision J12). */
const STOPPING: Readonly<Record<string, StoppingWork>> = {
  '/api/contacts/deals/:id/viewed': 'viewed',
};

export function stopWhenSpent(app: App, credits: Pick<CreditBudget, 'stops'>): void {
  app.addHook('onRequest', async ({ routeOptions }) => {
    const work = STOPPING[routeOptions.url ?? ''];
    if (work && credits.stops(work)) throw new ProblemError('busy', { detail: API_TEXTS.spentToday });
  });
}
