import { afterEach, describe, expect, test } from 'vitest';
import { dayOf } from '../../bff/crm/texts/moments-and-euros.ts';
import type { Contact } from '../../bff/view-models/contact.ts';
import type { Deal } from '../../bff/view-models/deal.ts';
import { HOUR_MS } from './call-desk.ts';
import { pdfDesk } from './documents/pdf-desk.ts';
import { openPortal } from './own-portal.ts';
import { staffOf, subjectOf } from './staff.ts';

// Signed, withdrawn and declined are states of the deal: the same on every device, in the list, at the desk and on paper.

let aheadMs = 0;

const portal = await openPortal({}, { now: () => Date.now() + aheadMs });
const desk = pdfDesk(portal);
const id = desk.dealIdOf('bram');
afterEach(async () => {
  aheadMs = 0;
  await portal.reset();
});

/** The state of the deal on its page, in the list of deals and at the desk. */
async function states(name: string): Promise<[string, string, string]> {
  const { contact } = (await portal.as(name).post('/api/contacts/verify', {})).body as { contact: Contact };
  const atDesk = (await staffOf(portal).contact(portal.as(name).contactId)).deals[0];
  return [(await desk.dealOf(name)).quoteArea, contact.deals[0]?.status ?? '', atDesk?.quoteArea ?? ''];
}

const post = (what: string, body: object) => portal.as('bram').post(`${desk.pathOf('bram')}/${what}`, body);
const editByStaff = () => {
  const distance = { name: 'survey1_battery_box_distance_m', value: '14' };
  return staffOf(portal).act({ action: 'set-deal-property', ...subjectOf(portal, 'bram'), ...distance });
};

test('an order shows the days of the visit and the installation, but never within the days to withdraw', async () => {
  await desk.sign('bram', 'Bram');
  const planned = async (portal_site_visit_at: string | null, portal_installation_at: string | null) => {
    await portal.salesOps('Deals', id, { portal_site_visit_at, portal_installation_at });
    const { signing } = await desk.dealOf('bram');
    return [signing?.siteVisitAt, signing?.installationAt];
  };
  const onDay = (days: number, time: string) => new Date(`${dayOf(Date.now(), days)}T${time}:00+01:00`).toISOString();
  const asCrm = (at: string) => at.replace('.000Z', '+00:00');
  // The whole fourteenth day counts, whatever the hour of the signature.
  const [soon, early, late] = [onDay(3, '10:00'), onDay(14, '22:30'), onDay(15, '01:00')];
  expect(await planned(null, null)).toEqual([null, null]);
  expect(await planned(asCrm(soon), asCrm(early))).toEqual([soon, null]);
  expect(await planned(asCrm(soon), asCrm(late))).toEqual([soon, late]);
});

test('I3 an offer whose discount leaves nothing to pay is being prepared if all questions are answered, else a survey', async () => {
  const giveAll = async (name: string) => {
    const value = (await desk.dealOf(name)).survey1_calc?.priceCalc.productUnitPriceSum;
    const answer = await staffOf(portal).act({
      action: 'discount',
      ...subjectOf(portal, name),
      value,
      value2: 'Cadeau',
    });
    expect(answer.status).toBe(200);
  };
  await giveAll('bram');
  expect(await states('bram')).toEqual(['incomplete', 'preparing', 'incomplete']);

  const answers = { gaikan_saltion_battery_modules: '6', survey1_battery_box_distance_m: '4' };
  await portal.salesOps('Deals', desk.dealIdOf('anna'), answers);
  await staffOf(portal).act({ action: 'calc', ...subjectOf(portal, 'anna') });
  await giveAll('anna');
  expect(await states('anna')).toEqual(['incomplete', 'survey', 'incomplete']);
});

describe('I3 declined is not final', () => {
  test('a customer who declined may agree after all and sign; page, list and desk show each state', async () => {
    // Both times are left from a signature that somebody removed.
    const before = '2026-01-02T10:00:00+01:00';
    await portal.salesOps('Deals', id, { portal_withdrawn_at: before, portal_copy_sent_at: before });
    expect((await post('decline', { reason: 'Te duur' })).status).toBe(200);
    expect(await states('bram')).toEqual(['declined', 'declined', 'declined']);
    expect((await desk.pdfOf('bram')).status).toBe(200);
    const { fingerprint, declinedAt } = await desk.dealOf('bram');
    expect(declinedAt).not.toBeNull();
    expect((await post('approve', { survey1_approve_clicked: true, fingerprint })).status).toBe(200);
    expect((await portal.record('Deals', id)).portal_declined_at).toBeNull();
    expect(await states('bram')).toEqual(['approve', 'ready', 'approve']);
    expect((await post('approve', { gaikan_signature_plain: 'Bram', fingerprint })).status).toBe(200);
    expect(await states('bram')).toEqual(['signed', 'signed', 'signed']);
    await portal.delivered();
    expect(await desk.mailed()).toEqual(['Uw afgewezen offerte', 'Uw getekende offerte']);
  });

  test('the page says whether a declined offer can still be approved: it cannot if sales ops hid it or if it is incomplete', async () => {
    await post('decline', {});
    expect((await desk.dealOf('bram')).canReconsider).toBe(true);
    for (const change of [{ survey1_client_visible: false }, { survey1_battery_box_distance_m: '80' }]) {
      await portal.salesOps('Deals', id, { survey1_client_visible: true, ...change });
      expect((await desk.dealOf('bram')).canReconsider).toBe(false);
      expect(await states('bram')).toEqual(['declined', 'declined', 'declined']);
      const { body } = await post('approve', { survey1_approve_clicked: true });
      expect((body.deal as Deal).quoteArea).toBe('declined');
    }
  });

  test('a customer who declined and then asks for a custom offer has no refusal any more, but other answers keep it', async () => {
    await post('decline', {});
    const answer = (modules: string) =>
      portal.as('bram').put(desk.pathOf('bram'), { props: { gaikan_saltion_battery_modules: modules } });
    expect((await answer('8')).status).toBe(200);
    expect(await states('bram')).toEqual(['declined', 'declined', 'declined']);
    expect((await answer('L')).status).toBe(200);
    expect((await portal.record('Deals', id)).portal_declined_at).toBeNull();
    expect(await states('bram')).toEqual(['none', 'preparing', 'none']);
  });

  test('after an edit by staff, a declined offer is a quote to decide on again', async () => {
    await post('decline', {});
    expect((await editByStaff()).status).toBe(200);
    expect(await states('bram')).toEqual(['approve', 'ready', 'approve']);
  });
});

describe('I3 withdrawn is final', () => {
  test('a withdrawal succeeds though sales ops edit the deal in between, and keeps that edit', async () => {
    await desk.sign('bram', 'Bram');
    await portal.fault({ match: `PUT .*/Deals/${id}`, kind: 'latency', ms: 700, times: 1 });
    const pressed = post('withdraw', {});
    await portal.struck(1);
    await portal.salesOps('Deals', id, { Closing_Date: '2027-01-01' });
    expect((await pressed).status).toBe(200);
    const deal = await portal.record('Deals', id);
    expect(deal).toMatchObject({ Closing_Date: '2027-01-01', gaikan_signature_plain: 'Bram' });
    expect(await states('bram')).toEqual(['withdrawn', 'withdrawn', 'withdrawn']);
  });

  test('nobody can sign or edit an order that was withdrawn after delivery, and a receipt is mailed', async () => {
    const { fingerprint } = await desk.sign('bram', 'Bram');
    await post('withdraw', {});
    for (const body of [
      { survey1_approve_clicked: true, fingerprint },
      { gaikan_signature_plain: 'Bram', fingerprint },
    ]) {
      expect((await post('approve', body)).body.error).toBe('already_signed');
    }
    expect((await editByStaff()).status).toBe(409);
    await expect.poll(desk.mailed).toEqual(['Uw getekende offerte', 'Uw herroeping: ontvangstbevestiging']);
    // The mail names the withdrawn order, its signer and the minute of the withdrawal. The note and the PDF also name
    // the second.
    const words = (await portal.outbox())[1]?.content.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
    expect(words).toMatch(
      /"Ja, ik herroep deze overeenkomst" Overeenkomst: Thuisbatterij .*, offertekenmerk [0-9A-F-]{9} Totaal incl\. btw: € [\d.,]+ Ondertekend door: Bram Ontvangen: \d+ [a-z]+ \d{4} om \d\d:\d\d /,
    );
  });

  test('a note that the CRM refuses does not stop the receipt', async () => {
    await desk.sign('bram', 'Bram');
    await portal.fault({ match: 'POST .*/Notes', kind: 'status', status: 400 });
    expect((await post('withdraw', {})).status).toBe(200);
    await expect.poll(desk.mailed).toContain('Uw herroeping: ontvangstbevestiging');
  });

  test('if an order is withdrawn before delivery, the copy of the signed order is still mailed, without thanks for an order', async () => {
    await portal.fault({ match: 'POST .*/(Notes|files)', kind: 'status', status: 503 });
    await desk.sign('bram', 'Bram');
    await portal.noFaults();
    await post('withdraw', {});
    aheadMs = HOUR_MS;
    await expect
      .poll(async () => {
        await desk.dealOf('bram');
        return (await desk.mailed()).toSorted();
      })
      .toEqual(['Uw getekende offerte', 'Uw herroeping: ontvangstbevestiging']);
    const copy = (await portal.outbox()).find(({ subject }) => subject.startsWith('Uw getekende offerte'));
    expect(copy?.content).toContain('U heeft deze bestelling herroepen');
    expect(copy?.content).not.toContain('Bedankt');
  });
});

test('a copy that cannot be made for an hour becomes a task for a colleague', async () => {
  await portal.fault({ match: 'POST .*/Attachments', kind: 'status', status: 503 });
  await desk.sign('bram', 'Bram');
  expect((await desk.dealOf('bram')).signing?.copy?.state).toBe('pending');
  aheadMs = HOUR_MS + 60_000;
  const state = async () => (await desk.dealOf('bram')).signing?.copy?.state;
  await expect.poll(state).toBe('task');
});

test('two deals of one customer that are signed at the same moment each have their own evidence and copy', async () => {
  const fatima = portal.as('fatima');
  await portal.salesOps('Deals', fatima.dealIds[1] ?? '', { survey1_client_visible: true });
  const signed = await Promise.all(
    fatima.dealIds.map(async (dealId) => {
      const path = `/api/contacts/deals/${dealId}`;
      const { fingerprint, kenmerk } = (await fatima.get(path)).body.deal as Deal;
      const both = { survey1_approve_clicked: true, gaikan_signature_plain: 'Fatima', fingerprint };
      const answer = await fatima.post(`${path}/approve`, both);
      expect(answer.status).toBe(200);
      return { dealId, kenmerk };
    }),
  );
  await portal.delivered();
  for (const { dealId, kenmerk } of signed) {
    const files = await portal.related('Deals', dealId, 'Attachments', 'File_Name');
    expect(files.map(({ File_Name }) => File_Name)).toEqual([`Getekende offerte ${kenmerk}.pdf`]);
    expect((await portal.outbox()).filter(({ subject }) => subject.includes(kenmerk))).toHaveLength(1);
  }
});

test('a deal of another type of product has no questions: the list says the same of it as its page', async () => {
  expect(await states('ivo')).toEqual(['none', 'preparing', 'none']);
  expect((await desk.dealOf('ivo')).status).toBe('preparing');
  // A product of ours has them.
  expect(await states('anna')).toEqual(['none', 'survey', 'none']);
});

test('E10 an order whose name somebody emptied in the CRM stays an order, and can be withdrawn; emptying name and evidence takes it back', async () => {
  await desk.sign('bram', 'Bram');
  await portal.salesOps('Deals', id, { gaikan_signature_plain: null });
  expect(await states('bram')).toEqual(['signed', 'signed', 'signed']);
  const again = await post('approve', { gaikan_signature_plain: 'Een Ander', survey1_approve_clicked: true });
  expect([again.status, again.body.error]).toEqual([409, 'already_signed']);
  expect((await desk.pdfOf('bram')).text).toContain('Getekend door');
  expect((await post('withdraw', {})).status).toBe(200);
  expect(await states('bram')).toEqual(['withdrawn', 'withdrawn', 'withdrawn']);
  await portal.settled();
  await portal.reset();
  await portal.restart();
  await desk.sign('bram', 'Bram');
  await portal.salesOps('Deals', id, { gaikan_signature_plain: null, portal_signature_evidence: null });
  expect(await states('bram')).toEqual(['approve', 'ready', 'approve']);
});
