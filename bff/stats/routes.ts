import { requireAdmin } from '../access/admin.ts';
import type { Context } from '../context.ts';
import type { App } from '../typed-app.ts';
import { statsAnswer } from '../view-models/stats.ts';

export function statsRoutes(app: App, context: Context): void {
  app.get(
    '/api/admin/stats',
    { onRequest: (request) => requireAdmin(context, request), schema: { response: { 200: statsAnswer } } },
    async () => {
      const { stats, readAt } = await context.stats.read();
      const ageSeconds = Math.max(0, Math.floor((context.clock.now() - readAt) / 1000));
      return { result: { stats, ageSeconds } };
    },
  );
}
