import type { Chance } from './chance.ts';
import type { Given } from './ledger.ts';
import type { Person } from './tab.ts';

type Edit = (chance: Chance, words: string) => { module: Given['module']; fields: Record<string, unknown> };

/** People's edits in the CRM meanwhile: mostly of fields that the portal does not use. */
const EDITS: readonly Edit[] = [
  (_, words) => ({ module: 'Deals', fields: { Description: `Dossier ${words}` } }),
  (_, words) => ({ module: 'Deals', fields: { Next_Step: `Bellen ${words}` } }),
  (chance) => ({ module: 'Deals', fields: { Closing_Date: `2027-02-${10 + chance.int(0, 18)}` } }),
  (_, words) => ({ module: 'Contacts', fields: { Description: `Dossier ${words}` } }),
  (_, words) => ({ module: 'Contacts', fields: { Mailing_State: `Provincie ${words}` } }),
  (chance) => ({
    module: 'Contacts',
    fields: { Lead_Source: chance.pick(['Advertisement', 'Partner', 'Trade Show']) },
  }),
  (chance) => ({ module: 'Deals', fields: { survey1_pending_subsidy: chance.is(0.5) } }),
  (chance) => ({ module: 'Deals', fields: { survey1_battery_box_distance_m: String(chance.int(300, 399)) } }),
  (chance) => ({ module: 'Contacts', fields: { Mailing_Street: `Opslaan ${chance.int(1, 900)}` } }),
];

/** An edit of a record in the CRM itself, counted as confirmed: people see at once what they changed. */
export async function editInCrm(
  { stage, ledger, journey, subject }: Person,
  module: Given['module'],
  fields: Record<string, unknown>,
): Promise<void> {
  const id = module === 'Deals' ? subject.dealId : subject.contactId;
  const from = Date.now();
  await stage.crm.edit(module, id, fields);
  const span = { from, to: Date.now(), reported: 'confirmed' as const };
  for (const [field, value] of Object.entries(fields)) {
    ledger.given.push({ journey, by: 'sales-ops', module, id, field, value, ...span });
  }
}

export async function workInCrm(person: Person): Promise<void> {
  const { journey, chance } = person;
  const edits = chance.int(1, 4);
  for (let n = 1; n <= edits; n += 1) {
    for (let pauses = chance.int(1, 4); pauses > 0; pauses -= 1) await chance.think();
    const { module, fields } = chance.pick(EDITS)(chance, `s${journey}-${n}`);
    await editInCrm(person, module, fields);
  }
  // Somebody lets the customer see the quote.
  await editInCrm(person, 'Deals', { survey1_client_visible: true });
}
