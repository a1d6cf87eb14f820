import { afterAll, expect, test } from 'vitest';
import { PdfDrawer } from '../../../bff/documents/pdf-drawer.ts';
import type { QuotePdf } from '../../../bff/documents/quote-pdf.ts';

// No real quote causes these faults. A test worker causes them when the name of the quote says so.

const worker = new URL('./obedient-worker.ts', import.meta.url);
const [patient, hasty] = [new PdfDrawer({ worker, deadlineMs: 60_000 }), new PdfDrawer({ worker, deadlineMs: 1_500 })];
afterAll(() => Promise.all([patient.close(), hasty.close()]));

const draw = (Deal_Name: string, drawer = patient, whose = Deal_Name) =>
  drawer.draw({ quote: { Deal_Name } } as QuotePdf, whose);

test('a drawing that never ends is stopped at its deadline, and the next one is made', async () => {
  const [endless, next] = await Promise.allSettled([draw('loop', hasty), draw('na', hasty)]);
  expect(endless).toMatchObject({ status: 'rejected', reason: { code: 'busy' } });
  expect(String((next as PromiseFulfilledResult<Buffer>).value)).toBe('na');
});

test.each(['throw', 'throw later', 'exit', 'hoard'])(
  'a drawing that crashes its worker (%s) ends nothing else',
  async (how) => {
    await expect(draw(how)).rejects.toMatchObject({ code: 'internal' });
    expect(String(await draw('na'))).toBe('na');
  },
);

test('drawings beyond the queue are refused at once', async () => {
  const drawn = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => draw(String(index))));
  const busy = drawn.filter(({ status }) => status === 'rejected');
  expect(busy.length).toBeGreaterThan(0);
  expect(busy).toEqual(busy.map(() => expect.objectContaining({ reason: expect.objectContaining({ code: 'busy' }) })));
  expect(drawn[0]).toMatchObject({ status: 'fulfilled' });
});

test('a visitor who asks for many drawings at once gets one slot, so another visitor waits for only one of them', async () => {
  const done: string[] = [];
  const asked = (name: string, whose: string) => draw(name, patient, whose).then(() => done.push(whose));
  const many = Array.from({ length: 20 }, (_, index) => asked(`eva ${index}`, 'eva'));
  await Promise.all([asked('bram', 'bram'), asked('carla', 'carla')]);
  expect(done.filter((whose) => whose === 'eva').length).toBeLessThanOrEqual(3);
  await Promise.all(many);
  expect(done).toHaveLength(22);
});
