import { describe, expect, type TestContext, test } from 'vitest';
import { ownersOf, staffOf } from '../staff.ts';
import { type Alter, alteredCrm, jsonAnswer, writeRefused } from './altered-crm.ts';
import { expectReported, startWork } from './at-work.ts';

// Faults 03 (the check itself fails), 14, 22, 23, 24, 31 and 32: the CRM refuses, answers oddly, or answers nothing. An
// edit in between (fault 34): sign.test.ts and actions-conflicts.test.ts.

/** A portal with a CRM whose answers `alter` changes. */
async function startAltered(context: TestContext, first?: Alter) {
  const { through, alter } = alteredCrm(context.onTestFinished, first);
  return { ...(await startWork(context, {}, through)), alter };
}

describe.concurrent('B3 a CRM that finds more than was asked for', () => {
  test("a row with another link, with this one in capitals, or with none is nobody's: 404, nothing shown, nothing written", async (context) => {
    const { portal, alter } = await startAltered(context);
    const bram = portal.as('bram');
    const path = bram.deal;
    expect((await bram.get(path)).status).toBe(200);
    for (const hash of [portal.as('anna').hash, bram.hash.toUpperCase(), null]) {
      alter(async (call, pass) => {
        const answer = await pass();
        if (call.path !== '/coql') return answer;
        return { ...answer, body: answer.body.replaceAll(`"${bram.hash}"`, JSON.stringify(hash)) };
      });
      const saved = await bram.put(path, { props: { survey1_number_of_panels: '8' } });
      for (const { status, body } of [await bram.get(path), await bram.get('/api/contacts/verify'), saved]) {
        expect([status, body.deal, body.result ?? false]).toEqual([404, undefined, false]);
      }
    }
    alter((_call, pass) => pass());
    expect((await portal.record('Deals', bram.dealId)).survey1_number_of_panels).not.toBe('8');
  });
});

const isWrite = ({ method, path }: { method: string; path: string }) => method !== 'GET' && path !== '/coql';

describe.concurrent('reliability §2.2 nothing there', () => {
  test('fault 14: 204 means "does not exist" for a record, and an empty list', async (context) => {
    const { portal, fault, look, open } = await startWork(context);
    await fault({ kind: 'status', status: 204 });
    expect((await look()).body).toMatchObject({ error: 'not_found', message: 'request failed' });
    const verified = await portal.as('bram').get('/api/contacts/verify');
    expect([verified.status, verified.body.error, verified.body.result]).toEqual([404, 'unknown_link', false]);
    expect([(await open()).status, (await open()).body.error]).toEqual([404, 'not_found']);
    const staff = staffOf(portal);
    const notes = await staff.get(`/api/admin/callcenter/contacts/${portal.as('bram').contactId}/notes`);
    expect([notes.status, notes.body.result]).toEqual([200, { notes: [] }]);
    expect(await staff.leads()).toEqual([]);
  });

  test('fault 24: a record that is deleted between read and write is 404, also for staff', async (context) => {
    const { portal, alter, save, noAnswer } = await startAltered(context);
    const deal = portal.as('anna').dealId;
    alter(async (call, pass) => {
      if (call.method === 'PUT') await portal.crm(`/Deals?ids=${deal}`, 'DELETE');
      return pass();
    });
    const saved = await save();
    expect([saved.status, saved.body.error]).toEqual([404, 'not_found']);
    await portal.crm(`/Deals?ids=${portal.as('bram').dealId}`, 'DELETE');
    const outcome = await noAnswer('outcome-1');
    expect([outcome.status, outcome.body.error]).toEqual([404, 'not_found']);
  });
});

describe.concurrent('reliability §2.2 the CRM refuses: asked once, and the reason is reported', () => {
  test('fault 22: a value that the CRM refuses is 422 with its field, and no other detail', async (context) => {
    const { portal, alter, save, savedAge } = await startAltered(context);
    let asked = 0;
    alter(async (call, pass) => {
      if (!isWrite(call)) return pass();
      asked += 1;
      const details = { api_name: 'survey1_panels_age', expected_data_type: 'picklist', maximum_length: 3 };
      return writeRefused('INVALID_DATA', details);
    });
    const { status, body } = await save();
    const fields = Object.keys(body.fields as object);
    expect([status, body.error, fields]).toEqual([422, 'field_invalid', ['survey1_panels_age']]);
    expect(JSON.stringify(body)).not.toMatch(/invalid data|maximum|picklist/);
    expect(asked).toBe(1);
    expect(await savedAge()).toBeNull();
    expect(portal.logged().replace(/"requestId":"[^"]*"/g, '')).not.toContain('3-4');
  });

  test('fault 22: if the owner of a deal left, a question and a withdrawal of the customer still become tasks', async (context) => {
    const { portal, alter } = await startAltered(context);
    alter(async (call, pass) => {
      const isOwned = call.path === '/Tasks' && call.method === 'POST' && call.body.includes('"Owner"');
      return isOwned ? writeRefused('INVALID_DATA', { api_name: 'Owner' }) : pass();
    });
    for (const [name, what, body] of [
      ['bram', 'question', { text: 'Wanneer?' }],
      ['daan', 'withdraw', {}],
    ] as const) {
      const { dealId } = portal.as(name);
      expect((await portal.as(name).post(`/api/contacts/deals/${dealId}/${what}`, body)).status).toBe(200);
      await portal.settled();
      expect(await portal.related('Deals', dealId, 'Tasks', 'Subject')).toHaveLength(1);
    }
  });

  test.for<[string, number, object, number, string]>([
    ['fault 23: RECORD_LOCKED', 400, { code: 'RECORD_LOCKED' }, 409, 'conflict'],
    ['fault 23: RECORD_IN_BLUEPRINT', 400, { code: 'RECORD_IN_BLUEPRINT' }, 409, 'conflict'],
    ['fault 23: NO_PERMISSION', 403, { code: 'NO_PERMISSION' }, 503, 'crm_unavailable'],
    ['fault 23: OAUTH_SCOPE_MISMATCH', 401, { code: 'OAUTH_SCOPE_MISMATCH' }, 503, 'crm_unavailable'],
  ])('%s', async ([, crmStatus, item, status, error], context) => {
    const { portal, alter, save, noAnswer, savedAge, noted } = await startAltered(context);
    let asked = 0;
    alter(async (call, pass) => {
      if (!isWrite(call)) return pass();
      asked += 1;
      return jsonAnswer(crmStatus, { details: {}, message: 'no', status: 'error', ...item });
    });
    for (const answer of await Promise.all([save(), noAnswer('outcome-1')])) {
      expect([answer.status, answer.body.error, answer.body.message]).toEqual([status, error, 'request failed']);
    }
    // Three writes: the survey's answer, the call, and the note that would say the same as the call.
    expect(asked).toBe(3);
    expect(await savedAge()).toBeNull();
    expect(await noted()).toEqual({ notes: 0, calls: 0 });
    // The log names the code of a fault that only we can repair.
    if (status === 503) expect(portal.logged()).toContain(`"crmCode":"${(item as { code: string }).code}"`);
  });
});

describe.concurrent('reliability §2.2 odd answers', () => {
  test('fault 31: right JSON with a wrong content type is accepted', async (context) => {
    const { look, save, savedAge, noAnswer, noted } = await startAltered(context, async (_call, pass) => ({
      ...(await pass()),
      headers: { 'content-type': 'text/html' },
    }));
    const answers = await Promise.all([look(), save(), noAnswer('outcome-1')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await savedAge()).toBe('3-4');
    expect(await noted()).toEqual({ notes: 1, calls: 1 });
  });

  test('fault 31: other JSON with the right content type is not', async (context) => {
    const { look } = await startAltered(context, async () => jsonAnswer(200, { ok: true }));
    expectReported(await look(), 'crm_unavailable');
  });

  test('fault 32: a redirect is not followed, with or without our token', async (context) => {
    let elsewhere = 0;
    const { look, save, alter } = await startAltered(context);
    alter(async (call, pass) => {
      if (call.path === '/elsewhere') elsewhere += 1;
      const isEarly = call.path === '/users';
      return isEarly ? pass() : { status: 302, headers: { location: '/crm/v8/elsewhere' }, body: '' };
    });
    expectReported(await look(), 'crm_unavailable');
    expectReported(await save(), 'crm_unavailable');
    expect(elsewhere).toBe(0);
  });

  test('fault 03: the outcome of a lost write that cannot be checked is unknown; the same press later finds the write', async (context) => {
    const { alter, healed, noAnswer, noted } = await startAltered(context);
    let isLost = false;
    alter(async (call, pass) => {
      const isCall = call.method === 'POST' && call.path === '/Calls';
      if (isCall && !isLost) {
        isLost = true;
        await pass();
        return { status: 504, headers: {}, body: '' };
      }
      return isLost && call.path.endsWith('/Calls') ? { status: 503, headers: {}, body: '' } : pass();
    });
    expectReported(await noAnswer('outcome-1'), 'outcome_unknown');
    alter((_call, pass) => pass());
    await healed(() => noAnswer('outcome-1'));
    expect(await noted()).toEqual({ notes: 1, calls: 1 });
  });
});

test('an edit that needs no price succeeds though prices cannot be read', async (context) => {
  const { portal, fault, pass } = await startWork(context);
  const { contactId, dealId } = portal.as('bram');
  const { sanne } = await ownersOf(portal);
  pass(61_000);
  await fault({ kind: 'status', status: 400, match: '/coql', sent: 'from Products' });
  const edit = { action: 'survey1_no_calc', contactId, dealId };
  expect((await staffOf(portal, sanne).act(edit)).status).toBe(200);
  expect((await portal.record('Deals', dealId)).survey1_no_calc).toBe(true);
});
