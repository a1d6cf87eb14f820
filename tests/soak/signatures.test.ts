import { expect, test } from 'vitest';
import type { JournalEntry } from '../../fixtures/crm-sandbox/journal.ts';
import { CrmJournal } from './crm-journal.ts';
import { Ledger, type Signing } from './ledger.ts';
import { checkSignatures } from './signatures.ts';
import type { Stage } from './stage.ts';

const [dealId, contactId] = ['41508680000000000010', '41508680000000000011'];
const shown = { fingerprint: 'ab12', survey1_calc: null, survey1_pending_subsidy: false } as Signing['shown'];
const signing: Signing = { journey: 7, dealId, name: 'Naam', shown, from: 1, to: 3, reported: 'confirmed' };

/** The results of a signature, as the CRM's journal has them. */
const SIGNED = { module: 'Deals', values: { gaikan_signature_plain: 'Naam', survey1_pending_subsidy: false } };
const NOTE = {
  module: 'Notes',
  values: { Parent_Id: dealId, Note_Title: 'Ondertekening AB12', Note_Content: 'Naam ab12' },
};
const PDF = { module: 'Attachments', values: { Parent_Id: dealId, File_Name: 'Getekende offerte AB12.pdf' } };
const TASK = { module: 'Tasks', values: { What_Id: dealId, Subject: 'Stuur de klant de getekende offerte AB12' } };

type Made = Pick<JournalEntry, 'module' | 'values'>;

async function findings(made: readonly Made[], sentAt: string | null) {
  const journal = made.map(({ module, values }, index): JournalEntry => {
    const isDeal = module === 'Deals';
    return { at: 2, by: 'api', did: isDeal ? 'change' : 'create', module, id: isDeal ? dealId : `${index}`, values };
  });
  const crm = {
    record: async (module: string, id: string) =>
      module === 'Deals'
        ? { id, gaikan_signature_plain: made.includes(SIGNED) ? 'Naam' : null, portal_copy_sent_at: sentAt }
        : { id },
    journal: async () => journal,
  };
  const read = await CrmJournal.read({ crm } as unknown as Stage, [{ hash: '', contactId, dealId }], new Map());
  const ledger = new Ledger();
  ledger.signings.push(signing);
  return checkSignatures(ledger, read).map(({ figure }) => figure);
}

test('the tenth figure counts a signed order without a mail and without a task', async () => {
  expect(await findings([SIGNED, NOTE, PDF], null)).toEqual(['signed without a copy in the mail or a task']);
  expect(await findings([SIGNED, NOTE, PDF], '2026-11-22T10:00:00+01:00')).toEqual([]);
  expect(await findings([SIGNED, NOTE, PDF, TASK], null)).toEqual([]);
});

test('a confirmed signature that the CRM does not hold is counted', async () => {
  expect(await findings([], null)).toEqual(['confirmed and not stored']);
});

test('evidence is complete if the note names the signer and the order; second or missing evidence is counted', async () => {
  const other = { ...NOTE, values: { ...NOTE.values, Note_Content: 'Naam, een andere offerte' } };
  expect(await findings([SIGNED, other, PDF, TASK], null)).toEqual(['half evidence']);
  expect(await findings([SIGNED, NOTE, TASK], null)).toEqual(['half evidence']);
  expect(await findings([SIGNED, NOTE, NOTE, PDF, TASK], null)).toEqual(['doubled']);
});
