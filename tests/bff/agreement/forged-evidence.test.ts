import { describe, expect, test } from 'vitest';
import { pdfDesk } from '../documents/pdf-desk.ts';
import { openFreshPortal, ownPortal } from '../own-portal.ts';
import { startPortal } from '../portal.ts';
import { staffOf } from '../staff.ts';

// A person who may write any CRM field gets no note, mail or sealed document for an order that nobody signed.

const portal = await openFreshPortal({ LOG_LEVEL: 'error' });
const desk = pdfDesk(portal);
const id = desk.dealIdOf('bram');

const put = (evidence: unknown, fields: object = {}, of = id) =>
  portal.salesOps('Deals', of, { portal_signature_evidence: JSON.stringify(evidence), ...fields });
const left = async (list: string, title: string, of = id) =>
  (await portal.related('Deals', of, list, title)).map((each) => each[title]);

async function expectNotProven(name = 'bram', of = id) {
  expect((await desk.dealOf(name)).signature).toBe('foreign');
  expect(await desk.refusalOf(name)).toEqual([409, 'conflict']);
  await expect
    .poll(() => left('Tasks', 'Subject', of))
    .toEqual([expect.stringContaining('niet door het portaal vastgelegd')]);
  await portal.delivered();
  expect([...(await left('Notes', 'Note_Title', of)), ...(await left('Attachments', 'File_Name', of))]).toEqual([]);
  expect(await portal.outbox()).toEqual([]);
}

/** Signs, resets the CRM so that no trace of the signature stays, and returns its evidence. */
async function evidenceOfSignature(name = 'bram', typed = 'Bram') {
  await desk.sign(name, typed);
  const evidence = await desk.evidenceOf(name);
  await portal.reset();
  return evidence;
}

describe('J3 the portal proves only what it saw', () => {
  test('a forgery of two fields in the CRM, with texts marked as cut, causes one task, one log line in each process, one count, and nothing else', async () => {
    const evidence = await evidenceOfSignature();
    evidence.shown.survey1_calc.priceCalc.finalInclVat = 41_848;
    const name = 'Niemand Nergens';
    await put({ ...evidence, name, cut: ['x'] }, { gaikan_signature_plain: name });
    await expectNotProven();
    // The customer, staff and another process see it again.
    await staffOf(portal).contact(portal.as('bram').contactId);
    await portal.restart();
    await expectNotProven();
    await portal.settled();
    await expectNotProven();
    const lines = portal.logged().split('\n');
    expect(lines.filter((line) => line.includes(id) && line.includes('not made by the portal'))).toHaveLength(2);
    const metrics = String((await portal.call('GET', '/metrics')).body);
    expect(metrics).toMatch(/^signatures_not_proven_total\{state="foreign"\} 1$/m);
  });

  test.each([
    ['an object that is not evidence', null, 'Bram'],
    ['evidence of a version that never existed', { schema: 2 }, 'Bram'],
    ['evidence without its proof', { mac: undefined }, 'Bram'],
    ['another moment', { signedAt: '2026-01-01T10:00:00.000Z' }, 'Bram'],
    ['another contact', { contactId: '555000000000000001' }, 'Bram'],
    ['one more fact', { discount: 'everything' }, 'Bram'],
    ['the evidence of a signature below another name', {}, 'Een Ander'],
  ])('%s does not prove what was signed', async (_, change, name) => {
    const evidence = await evidenceOfSignature();
    await put(change === null ? {} : { ...evidence, ...change }, { gaikan_signature_plain: name });
    await expectNotProven();
  });

  test('evidence of one order on the deal of another customer', async () => {
    const evidence = await evidenceOfSignature();
    const other = desk.dealIdOf('karel');
    await put(evidence, { gaikan_signature_plain: 'Bram' }, other);
    await expectNotProven('karel', other);
  });

  test('evidence with an unknown key is not called forged: no task, no document, and page and desk say that it cannot be checked', async () => {
    const evidence = await evidenceOfSignature();
    await put({ ...evidence, key: '0123456789abcdef' }, { gaikan_signature_plain: 'Bram' });
    expect((await desk.dealOf('bram')).signature).toBe('unknownKey');
    await portal.settled();
    expect(await left('Tasks', 'Subject')).toEqual([]);
    expect(await portal.outbox()).toEqual([]);
    expect(await desk.refusalOf('bram')).toEqual([409, 'conflict']);
    expect(String((await portal.call('GET', '/metrics')).body)).toMatch(
      /^signatures_not_proven_total\{state="unknown_key"\} 1$/m,
    );
  });

  test('I1 a name without any evidence is a signature from before the portal: shown as signed, without a task, and no evidence is invented', async () => {
    await portal.salesOps('Deals', id, { gaikan_signature_plain: 'Bram', Stage: 'Closed Won' });
    const deal = await desk.dealOf('bram');
    await portal.settled();
    expect((await portal.record('Deals', id)).portal_signature_evidence).toBeNull();
    expect([deal.quoteArea, deal.signature]).toEqual(['signed', 'none']);
    expect([...(await left('Tasks', 'Subject')), ...(await left('Notes', 'Note_Title'))]).toEqual([]);
    expect(await portal.outbox()).toEqual([]);
  });

  test('I1 the evidence of a quote of any size fits its field and says where it was cut; a change of the other texts is found as well', async () => {
    await desk.editCalc('bram', ({ output }) => Object.assign(output.products[0], { name: 'Module '.repeat(3_000) }));
    expect((await desk.sign('bram', 'Bram')).quoteArea).toBe('signed');
    // The cut text has another fingerprint, but the evidence still proves the signature.
    expect((await desk.dealOf('bram')).signing?.copy).toMatchObject({ state: 'sent' });
    const evidence = await desk.evidenceOf('bram');
    expect(JSON.stringify(evidence).length).toBeLessThan(25_000);
    expect(evidence.cut).toEqual([expect.stringContaining('name: ')]);
    await portal.reset();
    const altered = JSON.parse(JSON.stringify(evidence).replaceAll('24497.06', '41848'));
    expect(altered).not.toEqual(evidence);
    await put(altered, { gaikan_signature_plain: 'Bram' });
    await expectNotProven();
  });

  test('the copy is sent although somebody wrote a lease in the evidence that ends only in 2099', async () => {
    await portal.fault({ match: 'POST .*/Notes', kind: 'status', status: 503 });
    await desk.sign('bram', 'Bram');
    await portal.settled();
    await portal.noFaults();
    const evidence = await desk.evidenceOf('bram');
    await put({ ...evidence, copy: { ...evidence.copy, heldBy: 'nobody', heldUntil: '2099-01-01T00:00:00Z' } });
    await desk.dealOf('bram');
    await expect.poll(portal.outbox).toHaveLength(1);
  });

  test('every process that has a replaced secret can check its evidence, so old and new must be known everywhere before the new one signs', async () => {
    const [old, next] = ['the first secret of evidence: 32 or more', 'the second secret of evidence: 32 or more'];
    for (const [signing, reading] of [
      [old, { [`${next},${old}`]: 'proven', [next]: 'unknownKey' }],
      [`${next},${old}`, { [`${old},${next}`]: 'proven', [old]: 'unknownKey' }],
    ] as const) {
      const before = await startPortal({ EVIDENCE_SECRETS: signing });
      await pdfDesk(before).sign('bram', 'Bram');
      const { gaikan_signature_plain, portal_signature_evidence } = await before.record('Deals', id);
      await before.close();
      for (const [secrets, state] of Object.entries(reading)) {
        const after = await startPortal({ EVIDENCE_SECRETS: secrets });
        await after.salesOps('Deals', id, { gaikan_signature_plain, portal_signature_evidence });
        expect((await pdfDesk(after).dealOf('bram')).signature).toBe(state);
        await after.close();
      }
    }
  });
});

describe('J3, J4 a withdrawal is proven by its note', () => {
  test('the withdrawal still counts with another PORTAL_SECRET and an emptied field; a note with another time or of another deal proves nothing', async () => {
    const before = await ownPortal({ PORTAL_SECRET: 'the first secret of links: 32 or more' });
    const [daan, bram] = [desk.dealIdOf('daan'), id];
    await before.as('daan').post(`/api/contacts/deals/${daan}/withdraw`, {});
    const [note] = await before.related('Deals', daan, 'Notes', 'Note_Title,Note_Content');
    const { Note_Title, Note_Content } = note as { Note_Title: string; Note_Content: string };
    const after = await ownPortal({ PORTAL_SECRET: 'the second secret of links: 32 or more' });
    const later = Note_Content.replace(/(Tijd \(server\): \d{4}-\d\d-)\d\d/, '$131');
    expect(later).not.toBe(Note_Content);
    for (const [deal, content, area] of [
      [daan, Note_Content, 'withdrawn'],
      [daan, later, 'signed'],
      [bram, Note_Content, 'signed'],
    ] as const) {
      await after.reset();
      await after.salesOps('Deals', bram, { gaikan_signature_plain: 'Daan de Vries' });
      await after.crm(`/Deals/${deal}/Notes`, 'POST', { data: [{ Note_Title, Note_Content: content }] });
      await after.restart();
      await after.settled();
      expect((await pdfDesk(after).dealOf(deal === daan ? 'daan' : 'bram')).quoteArea).toBe(area);
    }
  });

  test('the withdrawal has one task, also if PORTAL_SECRET was replaced and the old secret removed', async () => {
    const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };
    const own = await ownPortal({ PORTAL_SECRET: 'the only secret of links: 32 or more' }, clock);
    const daan = desk.dealIdOf('daan');
    const tasks = () => own.related('Deals', daan, 'Tasks', 'Subject,Description');
    await own.as('daan').post(`/api/contacts/deals/${daan}/withdraw`, {});
    await own.settled();
    const written = await tasks();
    expect(written).toMatchObject([{ Subject: expect.stringContaining('Herroeping') }]);
    clock.offsetMs += 6 * 60_000;
    await own.restart({ PORTAL_SECRET: 'the second secret of links: 32 or more' });
    await pdfDesk(own).dealOf('daan');
    await own.settled();
    expect(await tasks()).toEqual(written);
  });
});
