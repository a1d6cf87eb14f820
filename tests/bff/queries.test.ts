import { beforeAll, expect, test } from 'vitest';
import { KeyedMarks } from '../../bff/access/keyed-marks.ts';
import { readUnfinished } from '../../bff/agreement/unfinished-orders.ts';
import { loadConfig } from '../../bff/config.ts';
import { UntouchedCheckboxes } from '../../bff/contact/read-contact.ts';
import { systemClock } from '../../bff/crm/clock.ts';
import { crmOptionsFor } from '../../bff/crm/time-limits.ts';
import { checkRequired } from '../../bff/organisation/check-modules.ts';
import { checkSignatures } from '../../bff/organisation/check-portal.ts';
import { countOfRemovedSecrets, countWithoutHash, giveHashes } from '../../bff/organisation/give-hashes.ts';
import { missingProducts, readProductFile } from '../../bff/organisation/products.ts';
import { QUESTIONS, tryScreen } from '../../bff/organisation/questions.ts';
import { findMarked, takeSample } from '../../bff/organisation/rehearsal.ts';
import { sandboxEnvironment } from '../../commands/sandbox-environment.ts';
import { monotonicClock } from '../../crm-contract/call-options.ts';
import { createCrmClient } from '../../crm-contract/client.ts';
import { createSender } from '../../crm-contract/http/send.ts';
import { type Behaviours, OTHER_WAY } from '../../fixtures/crm-sandbox/behaviours.ts';
import { startSandbox } from '../../fixtures/crm-sandbox/server.ts';
import { sources } from '../house/sources.ts';
import { sandboxCrm } from './sandbox-crm.ts';

// Every query that the product can send, checked against the limits that Zoho documents. They are collected by running
// the queries of crm:check, on a CRM as documented and on one that behaves the other way.

const asked = new Set<string>();
/** The quotes of signed orders, for each behaviour of the CRM. */
const signed: (string | null)[][] = [];
let sandbox: Awaited<ReturnType<typeof startSandbox>>;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  await collect({});
  await collect({ ...OTHER_WAY, upperCaseAggregates: true });
  return () => sandbox.close();
});

/** All the queries of `crm:check`, and the links of `crm:setup`, as they leave the client. */
async function collect(behaviours: Partial<Behaviours>): Promise<void> {
  const { behave, salesOps } = sandboxCrm(sandbox.url);
  await behave(behaviours);
  const sender = createSender(5, monotonicClock);
  const crm = createCrmClient({
    apiUrl: sandbox.url,
    accountsUrl: sandbox.url,
    clientId: 'x',
    clientSecret: 'x',
    refreshToken: 'x',
    maxConcurrency: 4,
    sender: {
      ...sender,
      send(sent, ...rest) {
        if (sent.path.endsWith('/coql')) asked.add(JSON.parse(String(sent.body)).select_query);
        return sender.send(sent, ...rest);
      },
    },
  });
  const marks = new KeyedMarks(['a secret of at least thirty-two letters']);
  const sample = await takeSample(crm);
  const run = { port: 0, sandboxPort: 0, publicUrl: 'https://portaal.example', sandboxUrl: sandbox.url };
  const config = loadConfig(sandboxEnvironment(run));
  // An unknown link or a refused query fails here, but the client has sent the query by then.
  for (const screen of QUESTIONS) await tryScreen(screen, crm, sample).catch(() => undefined);
  await new UntouchedCheckboxes(crm, systemClock).readNull(crmOptionsFor('read'));
  await countWithoutHash(crm);
  await missingProducts(crm, readProductFile('products.json'));
  const layouts = await crm.settings.layouts('Deals', crmOptionsFor('read'));
  await checkRequired(
    crm,
    'Deals',
    layouts.map((layout) => ({ ...layout, required: ['Description'] })),
  );
  await findMarked(crm);
  await countOfRemovedSecrets(crm, marks);
  signed.push((await readUnfinished({ crm, clock: systemClock })).map(({ survey1_calc }) => survey1_calc));
  const contactId = String(sample.contactId);
  await checkSignatures(crm, config.portal.evidenceKeys);
  await salesOps('Contacts', contactId, { survey1_hash: null });
  await giveHashes(crm, marks, 'https://portaal.example');
  await crm.close();
}

const selected = (query: string) =>
  (/^select (.+?) from /is.exec(query)?.[1] ?? '').split(',').map((each) => each.trim());

test('a query selects at most 50 columns, and joins at most 15', () => {
  for (const query of asked) {
    const columns = selected(query);
    expect(columns.length, query).toBeLessThanOrEqual(50);
    expect(columns.filter((column) => column.includes('.')).length, query).toBeLessThanOrEqual(15);
  }
});

/** Whether two brackets that open together also close together. */
function hasDoubleBrackets(query: string): boolean {
  const opened: number[] = [];
  let before: { open: number; close: number } | null = null;
  for (const [at, letter] of [...query].entries()) {
    if (letter === '(') opened.push(at);
    if (letter !== ')') continue;
    const open = opened.pop() ?? 0;
    if (before?.open === open + 1 && before.close === at - 1) return true;
    before = { open, close: at };
  }
  return false;
}

test('no condition is in two pairs of brackets', () => {
  expect([...asked].filter(hasDoubleBrackets)).toEqual([]);
});

test('aggregates are in upper case, at most five', () => {
  for (const query of asked) {
    const aggregates = query.match(/\b(count|sum|min|max|avg)\(/gi) ?? [];
    expect(aggregates.length, query).toBeLessThanOrEqual(5);
    expect(aggregates, query).toEqual(aggregates.map((each) => each.toUpperCase()));
  }
});

test('a query has a limit of at most 2,000 rows and a condition', () => {
  for (const query of asked) {
    expect(query).toContain(' where ');
    expect(Number(/ limit (\d+)/.exec(query)?.[1] ?? 200), query).toBeLessThanOrEqual(2000);
  }
});

/** The place of each query in the sources, and its fixed parts as a pattern. */
const WRITTEN = ['bff', 'crm-contract'].flatMap((folder) =>
  sources(folder).flatMap(({ path, text }) =>
    [...text.matchAll(/^(?! *\*).*?coql`((?:select|from) [^`]*)`/gm)].map(([, query = '']) => ({
      written: `${path}: ${query.replace(/\s+/g, ' ')}`,
      pattern: new RegExp(
        query
          .replace(/\s+/g, ' ')
          .split(/\$\{[^}]*\}?/)
          .map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
          .join('.*'),
      ),
    })),
  ),
);

test('crm:check or crm:setup tries every query in the sources', () => {
  expect(WRITTEN.length).toBeGreaterThan(25);
  const notAsked = WRITTEN.filter(({ pattern }) => ![...asked].some((query) => pattern.test(query)));
  expect(notAsked.map(({ written }) => written)).toEqual([]);
});

test('a signed quote is read whole for its copy, also if queries return no large text', () => {
  expect(signed.length).toBe(2);
  for (const calcs of signed) {
    expect(calcs.length).toBeGreaterThan(0);
    expect(calcs).not.toContain(null);
  }
});
