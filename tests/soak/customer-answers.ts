import type { Deal } from '../../bff/view-models/deal.ts';
import type { Chance } from './chance.ts';
import { type Customer, dealPath } from './customer.ts';

const ANSWERS: readonly ((chance: Chance) => Record<string, string | boolean>)[] = [
  (chance) => ({
    survey_1_has_solar_panels: true,
    survey1_number_of_panels: String(chance.int(1, 100)),
    survey1_panels_age: chance.pick(['-1', '1-2', '2-3', '3-4', '4-5', '5+']),
  }),
  () => ({ survey_1_has_solar_panels: false }),
  (chance) => ({ gaikan_saltion_battery_modules: String(chance.int(1, 15)) }),
  (chance) => ({
    gaikan_saltion_battery_modules: chance.pick(['L', '7', '8', '9', '10', '11', '12', '13', '14', '15']),
  }),
  (chance) => ({ survey1_battery_box_distance_m: String(chance.int(1, 150)) }),
  (chance) => ({ survey1_battery_box_distance_m: String(chance.int(1, 150)) }),
];

/** A step of the survey, or a return to one: the same fields again with other values. */
export async function answerSurvey(customer: Customer): Promise<void> {
  const { tab, chance, ledger, journey, subject } = customer;
  const props = chance.pick(ANSWERS)(chance);
  const write = `answers:${Object.keys(props)}`;
  const { answer, ...span } = await tab.press({ method: 'PUT', path: dealPath(customer), body: { props }, write });
  for (const [field, value] of Object.entries(props)) {
    ledger.given.push({ journey, by: 'customer', module: 'Deals', id: subject.dealId, field, value, ...span });
  }
  if (span.reported === 'confirmed') look(customer, answer.body.deal as Deal);
}

export async function fillInDetails({ tab, chance, ledger, journey, subject }: Customer): Promise<void> {
  const number = chance.int(1, 999);
  const properties = chance.pick([
    { First_Name: `Voornaam${number}`, Last_Name: `Achternaam${number}` },
    { Mailing_Street: `Klantweg ${number}`, Mailing_Zip: `${1000 + number} AB`, Mailing_City: `Plaats${number}` },
    { Phone: `06-${10_000_000 + number}`, Mailing_Country: chance.pick(['Nederland', 'België', 'Duitsland']) },
  ]);
  const write = `details:${Object.keys(properties)}`;
  const path = '/api/contacts/contactDetails';
  const { answer: _, ...span } = await tab.press({ method: 'POST', path, body: { properties }, write });
  for (const [field, value] of Object.entries(properties)) {
    ledger.given.push({ journey, by: 'customer', module: 'Contacts', id: subject.contactId, field, value, ...span });
  }
}

/** Reloads the page: confirmed answers have to be there, because the device forgot them. */
export async function reload(customer: Customer): Promise<void> {
  const answer = await customer.tab.read(dealPath(customer));
  if (answer?.status === 200) look(customer, answer.body.deal as Deal);
}

/** Fields with unique answers: a confirmed answer has to be there. */
const OWN_FIELDS = ['survey_1_has_solar_panels', 'survey1_number_of_panels', 'survey1_panels_age'] as const;

/** Reads the deal as it is shown now. */
export function look(customer: Customer, deal: Deal): void {
  customer.deal = deal;
  const { ledger, journey } = customer;
  for (const field of OWN_FIELDS) {
    const last = ledger.given.findLast((given) => given.journey === journey && given.field === field);
    if (last?.reported !== 'confirmed' || deal[field] === last.value) continue;
    const what = `${field}: ${last.value} was confirmed and is shown as ${deal[field]}`;
    ledger.lapses.push({ journey, figure: 'typed but gone', what });
  }
}
