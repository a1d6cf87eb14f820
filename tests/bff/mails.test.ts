import { request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pdfDesk } from './documents/pdf-desk.ts';
import { type Portal, startPortal } from './portal.ts';
import { ownersOf, staffOf } from './staff.ts';

// Mails to customers: HTML that is readable without styles, each with its subject, the amount, the next step and one
// button.

interface Mail {
  subject: string;
  content: string;
  mail_format: string;
}

let portal: Portal;
let desk: ReturnType<typeof pdfDesk>;

beforeAll(async () => {
  portal = await startPortal({}, undefined, {}, { now: () => Date.now() + 5_000 });
  desk = pdfDesk(portal);
});
afterEach(async () => {
  await portal.reset();
  await portal.restart();
});
afterAll(() => portal.close());

async function lastMail(): Promise<Mail> {
  await portal.settled();
  const mail = (await portal.sandbox<Mail[]>('GET', '/sandbox/outbox')).at(-1);
  if (!mail) throw new Error('no mail went out');
  return mail;
}

/** The text as a reader without styles shows it: no markup, one text a line. */
const readable = ({ content }: Mail) =>
  content
    .replace(/<(style|title)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, '')
    .replace(/&amp;/g, '&')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
const links = ({ content }: Mail) => [...content.matchAll(/<a href="([^"]*)"/g)].map(([, url]) => url);

/** WCAG 2.2, "relative luminance". */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const sendLink = async (name: string) => {
  const staff = staffOf(portal, (await ownersOf(portal)).sanne);
  expect((await staff.act({ action: 'send-link', contactId: portal.as(name).contactId })).status).toBe(200);
  return lastMail();
};
const signed = async () => {
  await desk.sign('bram', "Bram van 't Hof");
  return lastMail();
};
const told = (name: string, what: string) => async () => {
  expect((await portal.as(name).post(`${desk.pathOf(name)}/${what}`, {})).status).toBe(200);
  return lastMail();
};

const TOTAL = 'Totaal incl. btw: € 24.497,06';
const OFFER = `/?survey_hash=sandbox-bram-0000000000000000`;
const SELLER = 'Gaikan Thuisbatterijen (voorbeeld) · Voorbeeldstraat 1 · 1234 AB Voorbeeldstad · KvK 00000000';
const AMOUNT = /^Totaal incl\. btw: €\s[\d.]+,\d\d$/;

describe('HTML mails', () => {
  test.each([
    {
      what: 'the offer, with the link',
      act: () => sendLink('bram'),
      subject: /^Uw offerte staat klaar: uw persoonlijke link naar Gaikan$/,
      state: 'Uw offerte staat klaar',
      amount: TOTAL,
      next: /online akkoord/,
      path: OFFER,
    },
    {
      what: 'a signed order',
      act: signed,
      subject: /^Uw getekende offerte \([0-9A-F-]{9}\)$/,
      state: 'Bedankt voor uw bestelling',
      amount: TOTAL,
      next: /Wij bellen u om de installatie/,
      path: '/deals/',
    },
    {
      what: 'a refusal',
      act: told('bram', 'decline'),
      subject: /^Uw afgewezen offerte \([0-9A-F-]{9}\)$/,
      state: 'U heeft de offerte afgewezen',
      amount: TOTAL,
      next: /alsnog akkoord/,
      path: '/deals/',
    },
    {
      what: 'a withdrawal',
      act: told('daan', 'withdraw'),
      subject: /^Uw herroeping: ontvangstbevestiging \([0-9A-F-]{9}\)$/,
      state: 'Uw bestelling is herroepen',
      amount: AMOUNT,
      next: /niets meer te doen/,
      path: '/deals/',
    },
  ])('$what: subject, greeting, amount, next step, one button, the seller', async (row) => {
    const { act, subject, state, amount, next, path } = row;
    const mail = await act();
    expect(mail.mail_format).toBe('html');
    const lines = readable(mail).map((line) => line.replace(/\u00a0/g, ' '));
    expect(lines).toContain(state);
    expect(lines).toContainEqual(expect.stringMatching(amount));
    expect(lines.join(' ')).toMatch(next);
    expect(lines).toContainEqual(expect.stringMatching(/^Beste (Bram van 't Hof|Daan .+),$/));
    // Law: who sells, in each.
    expect(lines.at(-1)).toBe(SELLER);
    expect(mail.subject).toMatch(subject);
    expect(links(mail)).toEqual([expect.stringContaining(`http://portal.test${path}`)]);
    // The frame loads nothing and runs nothing.
    expect(mail.content).not.toMatch(/<(img|script|link)|url\(/);
  });

  test('the mail and the PDF of an order have the steps of its page, in their order and words', async () => {
    const lines = readable(await signed());
    const steps = [
      'Schouw: Een monteur bekijkt bij u thuis de meterkast en de plek van de batterij. Dat duurt ongeveer een uur.',
      'Installatie: Wij bellen u om de installatie in te plannen.',
      'Aan: De monteur zet de batterij aan en legt uit hoe u ziet wat hij doet.',
    ];
    const first = lines.indexOf(steps[0] ?? '');
    expect(lines.slice(first - 1, first + 4)).toEqual([
      'Wat er nu gebeurt:',
      ...steps,
      'Wie belt u? Onze planner belt u binnen twee werkdagen, op werkdagen tussen 9.00 en 17.00 uur.',
    ]);
    const paper = (await desk.pdfOf('bram')).text.replace(/\s+/g, ' ');
    expect(paper).toContain(steps.map((step, at) => `${at + 2}. ${step}`).join(' '));
    const open = (await desk.pdfOf('karel')).text.replace(/\s+/g, ' ');
    expect(open).toContain(steps.map((step, at) => `${at + 2}. ${step}`).join(' '));
  });

  test('the mail of an order, which is kept and passed on, holds no link that opens the offer', async () => {
    const { content } = await signed();
    expect(content).not.toContain('survey_hash');
  });

  test('a link without an offer says how far its deal is, and one without a deal only that it opens', async () => {
    expect(readable(await sendLink('anna'))).toContain('Nog enkele vragen voor uw offerte');
    expect(readable(await sendLink('hanna'))).toContain('Uw aanvraag is bij ons binnen');
    const joke = readable(await sendLink('joke'));
    expect(joke).toContain('Uw persoonlijke link naar Gaikan');
    expect(joke.join(' ')).not.toMatch(/offerte/);
  });

  test('crystals stand for modules that the mail names; brackets hold no brackets', async () => {
    const [preparing, older] = [await sendLink('hanna'), await sendLink('eva')];
    expect(preparing.content).not.toContain('⬢⬢');
    expect(readable(older)).toContain(
      'Uw keuze: Batterij (40 kWh), Omvormer (vermogen 10 kW, 10 kWh), Volledige installatie',
    );
  });

  test('the one colour of marks is readable on white and on the dark of a mail program', async () => {
    const { content } = await sendLink('bram');
    const colours = [...content.matchAll(/(?<![-\w])(?:color|border\S*)\s*:[^;"]*(#[0-9a-f]{6})/g)].map(
      ([, hex]) => hex ?? '',
    );
    const marks = new Set(colours.filter((hex) => hex !== '#ffffff'));
    expect(marks.size).toBe(1);
    const [light = 0] = [...marks].map(luminance);
    expect(1.05 / (light + 0.05)).toBeGreaterThanOrEqual(3);
    expect((light + 0.05) / (luminance('#1e1e1e') + 0.05)).toBeGreaterThanOrEqual(3);
  });

  test('names are escaped, in one line each', async () => {
    const reason = '<b>Actie</b>\nTotaal incl. btw: € 1,00 & "meer"';
    const { contactId } = portal.as('bram');
    await portal.salesOps('Contacts', contactId, { Last_Name: '<img src=x onerror=alert(1)>' });
    await portal.salesOps('Deals', desk.dealIdOf('daan'), { Deal_Name: reason });
    expect((await sendLink('bram')).content).not.toContain('<img');
    const mail = await told('daan', 'withdraw')();
    expect(mail.content).toContain('&lt;b&gt;Actie&lt;/b&gt; Totaal incl. btw: € 1,00 &amp; "meer"');
    expect(readable(mail).filter((line) => line.startsWith('Totaal'))).toHaveLength(1);
    await portal.salesOps('Contacts', contactId, { First_Name: 'J.P.', Last_Name: 'de Wit' });
    expect(readable(await sendLink('bram'))).toContain('Beste J.P. de Wit,');
  });

  test('a customer who declines twice is mailed once a day; one without an address never', async () => {
    const outbox = () => portal.sandbox<Mail[]>('GET', '/sandbox/outbox');
    await told('bram', 'decline')();
    await portal.as('bram').post(`${desk.pathOf('bram')}/approve`, { survey1_approve_clicked: true });
    await told('bram', 'decline')();
    expect(await outbox()).toHaveLength(1);
    await portal.salesOps('Contacts', portal.as('carla').contactId, { Email: null });
    await portal.as('carla').post(`${desk.pathOf('carla')}/decline`, {});
    await portal.settled();
    expect(await outbox()).toHaveLength(1);
  });

  test('a browser shows the outbox as mails, in frames that run no scripts', async () => {
    await signed();
    const shown = await request(`${portal.crmUrl}/sandbox/outbox`, { headers: { accept: 'text/html' } });
    const page = await shown.body.text();
    expect(page).toContain('<iframe sandbox');
    expect(page).toContain('Bedankt voor uw bestelling');
  });
});
