import { createHash } from 'node:crypto';
import type { UploadedFile } from '../../bff/view-models/photos.ts';
import { FORM_HEADERS, formOf } from '../bff/photos/photo-desk.ts';
import { jpeg } from '../bff/photos/picture-files.ts';
import { type Customer, dealPress, newWords } from './customer.ts';
import { isConfirmed } from './tab.ts';

/** "Ik heb een vraag" or "Ik wil deze offerte niet". */
export async function ask(customer: Customer): Promise<void> {
  const { tab, chance, ledger, journey, subject } = customer;
  const words = newWords(customer);
  const kind = chance.pick(['question', 'question', 'decline'] as const);
  const body = kind === 'question' ? { text: `Vraag ${words}` } : { reason: `Reden ${words}` };
  const press = { ...dealPress(customer, kind, body), clicks: chance.is(0.2) ? 2 : 1 };
  const { answer: _, ...span } = await tab.press(press);
  const places = (['Notes', 'Tasks'] as const).map((module) => ({ module, parent: subject.dealId }));
  ledger.typed.push({ journey, words, places, ...span });
  // A refusal ends the calls planned about the deal before it (decision J8).
  if (kind === 'decline') ledger.planned.push({ journey, contactId: subject.contactId, words, ...span, kind: 'end' });
}

const SENDS = 4;

/** One or two photos in one form, repeated until all of them are stored. */
export async function sendPhotos({ stage, chance, ledger, journey, subject }: Customer): Promise<void> {
  const photos = Array.from({ length: chance.int(1, 2) }, (_, index) => {
    const { bytes, kept } = jpeg(chance.seed(), 1_500);
    const mark = createHash('sha256')
      .update(kept ?? bytes)
      .digest('hex')
      .slice(0, 16);
    return { file: { name: `foto-${index}.jpg`, bytes }, mark };
  });
  const from = Date.now();
  const headers = { 'x-survey-hash': subject.hash, ...FORM_HEADERS };
  const form = formOf(photos.map(({ file }) => file));
  const stored = new Set<string>();
  for (let sends = 1; sends <= SENDS; sends += 1) {
    const answer = await stage.ask({ method: 'POST', path: '/api/contacts/upload', headers, body: form });
    const files = (answer.body.files ?? []) as UploadedFile[];
    for (const { sent, status } of files) if (status === 'stored') stored.add(sent);
    if (isConfirmed(answer)) break;
    await chance.think();
  }
  for (const { file, mark } of photos) {
    const reported = stored.has(file.name) ? 'confirmed' : 'unsure';
    ledger.sent.push({ journey, contactId: subject.contactId, mark, from, to: Date.now(), reported });
  }
}

/** Tries another customer's deal with the own link: to read it, to write to it, to sign it. */
export async function trespass(customer: Customer): Promise<void> {
  const { stage, chance, ledger, journey, subject, stranger } = customer;
  const words = newWords(customer);
  const path = `/api/contacts/deals/${stranger.dealId}`;
  const headers = { 'x-survey-hash': subject.hash, 'idempotency-key': `trespass-${words}` };
  const asks = [
    { method: 'GET', path },
    { method: 'PUT', path, body: { props: { survey1_battery_box_distance_m: '997' } } },
    { method: 'POST', path: `${path}/question`, body: { text: words } },
    { method: 'POST', path: `${path}/approve`, body: { survey1_approve_clicked: true, gaikan_signature_plain: words } },
    { method: 'GET', path: `/api/admin/callcenter/contacts/${stranger.contactId}` },
  ] as const;
  const asked = chance.pick(asks);
  const answer = await stage.ask({ ...asked, headers });
  const what = `${asked.method} ${asked.path}`;
  ledger.trespasses.push({ journey, what, got: answer.status, words });
  if (JSON.stringify(answer.body).includes(stranger.dealId)) {
    ledger.lapses.push({ journey, figure: 'forbidden', what: `${what} answered with another's deal` });
  }
}
