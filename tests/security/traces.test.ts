import { afterAll, expect, test } from 'vitest';
import { startPortal } from '../bff/portal.ts';
import { startSpanReceiver } from './span-receiver.ts';

const collector = await startSpanReceiver();
afterAll(() => collector.close());

test('if look-ups of unknown links wait for each other, each CRM call is in the trace of its own request', async () => {
  const portal = await startPortal({ UNKNOWN_LINKS_PER_MINUTE: '2', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  await portal.settled();
  const names = ['anna', 'bram', 'carla'];
  await Promise.all(names.map((name) => portal.as(name).get('/api/contacts/verify')));
  await portal.close();
  const spans = collector.spans();
  const requests = spans.filter(({ name }) => name === 'GET /api/contacts/verify');
  expect(requests).toHaveLength(names.length);
  for (const { spanId } of requests) {
    const calls = spans.filter(({ parentSpanId }) => parentSpanId === spanId).map(({ name }) => name);
    expect(calls).toContainEqual(expect.stringMatching(/^CRM /));
  }
});
