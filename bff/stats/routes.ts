import type { Clock } from '../crm/clock.ts';
import type { App } from '../http/typed-app.ts';
import { statsAnswer } from '../view-models/stats.ts';
import type { StatsReader } from './read-stats.ts';

export interface StatsContext {
  clock: Clock;
  stats: StatsReader;
}

export function statsRoutes(app: App, context: StatsContext): void {
  app.get('/api/admin/stats', { config: { access: 'staff' }, schema: { response: { 200: statsAnswer } } }, async () => {
    const { stats, readAt, isStopped } = await context.stats.read();
    const ageSeconds = Math.max(0, Math.floor((context.clock.now() - readAt) / 1000));
    return { result: { stats, ageSeconds, ...(isStopped && { stopped: isStopped }) } };
  });
}
