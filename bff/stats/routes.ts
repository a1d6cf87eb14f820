import type { Clock } from '../crm/clock.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { App } from '../http/route-description.ts';
import { periodAnswer, periodAsk, statsAnswer, statsAsk } from '../view-models/stats.ts';
import type { Cached, StatsReader } from './read-stats.ts';

export interface StatsContext {
  clock: Clock;
  stats: StatsReader;
}

export function statsRoutes(app: App, { clock, stats }: StatsContext): void {
  const staff = { config: { access: 'staff' } } as const;
  const ageOf = ({ readAt, isStopped }: Cached<unknown>) => ({
    ageSeconds: Math.max(0, Math.floor((clock.now() - readAt) / 1000)),
    ...(isStopped && { stopped: isStopped }),
  });

  app.get(
    '/api/admin/stats',
    { ...staff, schema: { querystring: statsAsk, response: { 200: statsAnswer } } },
    async ({ query: { fresh } }) => {
      const cached = await stats.read({ allowStale: fresh !== '1' });
      return { result: { stats: cached.figures, ...ageOf(cached) } };
    },
  );

  app.get(
    '/api/admin/stats/period',
    { ...staff, schema: { querystring: periodAsk, response: { 200: periodAnswer } } },
    async ({ query: { fresh, ...period } }) => {
      if (period.to < period.from) {
        throw new ProblemError('field_invalid', { fields: { to: API_TEXTS.staff.periodEndsBefore } });
      }
      const cached = await stats.readPeriod(period, { allowStale: fresh !== '1' });
      return { result: { figures: cached.figures, ...ageOf(cached) } };
    },
  );
}
