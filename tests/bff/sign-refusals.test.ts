import { beforeEach, describe, expect, test } from 'vitest';
import type { Deal } from '../../bff/view-models/deal.ts';
import { monotonicClock, pause } from '../../crm-contract/call-options.ts';
import { type Alter, jsonAnswer, openAlteredPortal, writeDone, writeRefused } from './faults/altered-crm.ts';
import type { Answer } from './send.ts';
import { staffOf } from './staff.ts';

// Decision J5: how the CRM's own rules affect a signature. The legal fact is written first and alone.

const { portal, alter } = await openAlteredPortal();
const bram = portal.as('bram');
const { dealId: id } = bram;
beforeEach(async () => {
  const { fingerprint } = await look();
  await bram.post(`${bram.deal}/approve`, { survey1_approve_clicked: true, fingerprint });
});

const look = async () => (await bram.get(bram.deal)).body.deal as Deal;
const sign = async () => {
  const { fingerprint } = await look();
  const body = { gaikan_signature_plain: 'Bram', fingerprint };
  return bram.post(`${bram.deal}/approve`, body, { 'idempotency-key': crypto.randomUUID() });
};
const errorOf = ({ status, body }: Answer) => [status, body.error];
const stored = () => portal.record('Deals', id);
const tasks = async () => (await portal.related('Deals', id, 'Tasks', 'Subject,Owner')).map(({ Subject }) => Subject);
const notes = () => portal.related('Deals', id, 'Notes', 'Note_Title');
const fieldsIn = (body: Buffer): Record<string, unknown> =>
  body.length === 0 ? {} : (JSON.parse(body.toString()).data?.[0] ?? {});
/** Decides how the CRM answers a write to fields of this deal. */
const onWrite = (by: (fields: Record<string, unknown>, pass: () => ReturnType<Alter>) => ReturnType<Alter>) =>
  alter(async ({ method, path, body }, pass) =>
    method === 'PUT' && path === `/Deals/${id}` ? by(fieldsIn(body), pass) : pass(),
  );
/** The CRM does not return the deal, until the answer of this is called. */
function blindCrm(): () => void {
  let isBlind = true;
  alter(async ({ method, path }, pass) =>
    isBlind && method === 'GET' && path === `/Deals/${id}` ? writeRefused('INTERNAL_ERROR') : pass(),
  );
  return () => {
    isBlind = false;
  };
}

describe('J5 the CRM confirms a signature that it does not store', () => {
  test('the answer is "not_recorded" with address and telephone; there is no mail, note, PDF or news at the desk, and the owner has one task', async () => {
    const staff = staffOf(portal);
    const heard = async () => (await staff.presence(bram.contactId)).told?.what;
    await heard();
    onWrite(async (fields, pass) => ('gaikan_signature_plain' in fields ? writeDone(id) : pass()));
    const answer = await sign();
    expect(errorOf(answer)).toEqual([503, 'not_recorded']);
    expect(answer.body.detail).toMatch(/niets ondertekend.*\d{3}.*@.*\d{4} [A-Z]{2}/);
    expect(errorOf(await sign())).toEqual([503, 'not_recorded']);
    await portal.settled();
    expect(await heard()).not.toBe('signed');
    expect(await tasks()).toEqual([expect.stringMatching(/^Ondertekenen lukt niet: offerte/)]);
    expect(await notes()).toEqual([]);
    expect(await portal.outbox()).toEqual([]);
    expect((await look()).quoteArea).toBe('approve');
  });

  test('the answer is also "not_recorded" if each CRM read takes more than a second: slowness alone makes no outcome unknown', async () => {
    alter(async ({ method, path, body }, pass) => {
      if (path !== `/Deals/${id}`) return pass();
      if (method === 'PUT') return 'gaikan_signature_plain' in fieldsIn(body) ? writeDone(id) : pass();
      await pause(monotonicClock, 1_100);
      return pass();
    });
    expect(errorOf(await sign())).toEqual([503, 'not_recorded']);
  });

  test('a name stored without its evidence is removed: nothing is signed', async () => {
    onWrite(async ({ portal_signature_evidence: evidence, ...kept }, pass) => {
      if (evidence === undefined) return pass();
      await portal.salesOps('Deals', id, kept);
      return writeDone(id);
    });
    expect(errorOf(await sign())).toEqual([503, 'not_recorded']);
    expect(await stored()).toMatchObject({ gaikan_signature_plain: null, portal_signature_evidence: null });
  });

  test('if a workflow writes names in capitals, the quote is signed by the name that was typed', async () => {
    onWrite(async ({ gaikan_signature_plain: name }, pass) => {
      const answer = await pass();
      if (name) await portal.salesOps('Deals', id, { gaikan_signature_plain: String(name).toUpperCase() });
      return answer;
    });
    const answer = await sign();
    expect(answer.status).toBe(200);
    expect(await look()).toMatchObject({ quoteArea: 'signed', signature: 'proven' });
  });

  test('if a workflow writes another name, the answer is "not_recorded", and nothing of the signature stays', async () => {
    onWrite(async ({ gaikan_signature_plain: name }, pass) => {
      const answer = await pass();
      if (name) await portal.salesOps('Deals', id, { gaikan_signature_plain: 'Klant' });
      return answer;
    });
    expect(errorOf(await sign())).toEqual([503, 'not_recorded']);
    expect(await stored()).toMatchObject({ gaikan_signature_plain: null, portal_signature_evidence: null });
  });

  test('if the signature cannot be read back, the answer is "outcome_unknown"; once it is found, the order is delivered with its stage', async () => {
    const see = blindCrm();
    expect(errorOf(await sign())).toEqual([503, 'outcome_unknown']);
    see();
    await portal.settled();
    await portal.delivered();
    expect(await stored()).toMatchObject({ Stage: 'Closed Won', portal_copy_sent_at: expect.any(String) });
  });

  test.each(['Viewed', 'Survey'])(
    'if the order is withdrawn before its signature is found, it keeps the stage "%s", and nobody is asked to set it to won',
    async (Stage) => {
      const see = blindCrm();
      expect(errorOf(await sign())).toEqual([503, 'outcome_unknown']);
      await portal.salesOps('Deals', id, { Stage, portal_withdrawn_at: '2026-11-23T10:00:00+00:00' });
      see();
      await portal.settled();
      await portal.delivered();
      expect(await stored()).toMatchObject({ Stage, portal_copy_sent_at: expect.any(String) });
      expect(await tasks()).toEqual([]);
    },
  );
});

describe('J5 the CRM refuses what belongs to a signature', () => {
  test.each([
    ['a blueprint', () => writeRefused('RECORD_IN_BLUEPRINT')],
    ['a validation rule', () => writeRefused('INVALID_DATA', { api_name: 'Stage', json_path: '$.data[0].Stage' })],
  ])('%s on the stage: signed, delivered, and a task for the owner, once', async (_, no) => {
    onWrite(async (fields, pass) => ('Stage' in fields ? no() : pass()));
    const answer = await sign();
    expect(answer.status).toBe(200);
    expect((answer.body.deal as Deal).quoteArea).toBe('signed');
    await portal.delivered();
    await portal.settled();
    expect(await stored()).toMatchObject({ gaikan_signature_plain: 'Bram', portal_copy_sent_at: expect.any(String) });
    expect(await tasks()).toEqual([expect.stringMatching(/^Werk de getekende deal bij/)]);
    // The customer reads that somebody calls, and planners do not see the order by its stage (decision J8).
    const [task] = await portal.related('Deals', id, 'Tasks', 'Description');
    expect(task?.Description).toMatch(/zet haar zelf op "Closed Won".*bellen om de installatie te plannen/);
  });

  test('if the CRM is slow to take the stage, the signature is confirmed first, and the stage follows', async () => {
    const stage = Promise.withResolvers<void>();
    onWrite(async (fields, pass) => {
      if ('Stage' in fields) await stage.promise;
      return pass();
    });
    expect((await sign()).status).toBe(200);
    expect((await stored()).Stage).not.toBe('Closed Won');
    stage.resolve();
    await expect.poll(async () => (await stored()).Stage).toBe('Closed Won');
    await portal.settled();
    expect(await tasks()).toEqual([]);
  });

  test('if the order is withdrawn before the CRM takes the stage, the stage stays', async () => {
    let isFirst = true;
    onWrite(async (fields, pass) => {
      if (!('Stage' in fields) || !isFirst) return pass();
      isFirst = false;
      await portal.salesOps('Deals', id, { portal_withdrawn_at: '2026-11-23T10:00:00+00:00' });
      return jsonAnswer(412, {});
    });
    expect((await sign()).status).toBe(200);
    await portal.settled();
    expect((await stored()).Stage).not.toBe('Closed Won');
  });

  test('a stage that a workflow chose at the signature stays', async () => {
    onWrite(async (fields, pass) => {
      const answer = await pass();
      if ('gaikan_signature_plain' in fields) await portal.salesOps('Deals', id, { Stage: 'Survey' });
      return answer;
    });
    expect((await sign()).status).toBe(200);
    await portal.delivered();
    expect((await stored()).Stage).toBe('Survey');
  });

  test('if the whole deal is locked, the answer is "not_recorded", and a colleague has a task', async () => {
    onWrite(async () => writeRefused('RECORD_LOCKED'));
    expect(errorOf(await sign())).toEqual([503, 'not_recorded']);
    await portal.settled();
    expect(await tasks()).toEqual([expect.stringMatching(/^Ondertekenen lukt niet/)]);
  });

  test('if the signature itself locks the deal and its answer is lost, the order is signed', async () => {
    let isSigned = false;
    onWrite(async (fields, pass) => {
      if (isSigned) return writeRefused('RECORD_LOCKED');
      isSigned = 'gaikan_signature_plain' in fields;
      await pass();
      return jsonAnswer(502, {});
    });
    expect((await sign()).status).toBe(200);
    expect((await stored()).gaikan_signature_plain).toBe('Bram');
  });
});
