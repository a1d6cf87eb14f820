import { readFileSync } from 'node:fs';
import { request } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { QUOTE_STORY } from '../../web/texts/quote-parts.ts';
import { pdfDesk } from './documents/pdf-desk.ts';
import { openPortal } from './own-portal.ts';
import type { SentMail } from './portal.ts';
import { ownersOf, staffOf } from './staff.ts';

// Mails to customers: HTML that is readable without styles, each with its subject, the amount, the next step and one
// button.

const portal = await openPortal({}, undefined, {}, { now: () => Date.now() + 5_000 });
const desk = pdfDesk(portal);
afterEach(async () => {
  await portal.reset();
  await portal.restart();
});

async function lastMail(): Promise<SentMail> {
  await portal.settled();
  const mail = (await portal.outbox()).at(-1);
  if (!mail) throw new Error('no mail went out');
  return mail;
}

/** The text as a reader without styles shows it: no markup, one text a line. */
const readable = ({ content }: SentMail) =>
  content
    .replace(/<(style|title)[\s\S]*?<\/\1>/g, '')
    .replace(/<br>\n/g, ', ')
    .replace(/<[^>]+>/g, '')
    .replace(/\u00a0/g, ' ')
    .replace(/&amp;/g, '&')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
const links = ({ content }: SentMail) => [...content.matchAll(/<a href="([^"]*)"/g)].map(([, url]) => url);

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
const CHOICE = 'Uw keuze: 6 batterijmodules (34,2 kWh), Hybride omvormer 15 kW, Volledige installatie';
const PAYMENTS = 'Zo betaalt u: € 12.248,53 na uw bestelling, € 12.248,53 als de batterij is geplaatst en werkt';
const STEPS = [
  'Schouw: Een monteur bekijkt bij u thuis de meterkast en de plek van de batterij. Dat duurt ongeveer een uur.',
  'Installatie: Wij bellen u om de installatie in te plannen.',
  'Aan: De monteur zet de batterij aan en legt uit hoe u ziet wat hij doet.',
];
const OFFER = `/?survey_hash=sandbox-bram-0000000000000000`;
const SELLER = 'Gaikan Thuisbatterijen (voorbeeld), Voorbeeldstraat 1, 1234 AB Voorbeeldstad, KvK 00000000';
/** "26 november 2026 om 00:54" */
const MOMENT = String.raw`\d{1,2} [a-z]+ \d{4} om \d\d:\d\d`;
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
    const lines = readable(mail);
    expect(lines).toContain(state);
    expect(lines).toContainEqual(expect.stringMatching(amount));
    expect(lines.join(' ')).toMatch(next);
    expect(lines).toContainEqual(expect.stringMatching(/^Beste (Bram van 't Hof|Daan .+),$/));
    // The law requires the seller in each mail.
    expect(lines.at(-1)).toBe(SELLER);
    expect(mail.subject).toMatch(subject);
    expect(links(mail)).toEqual([expect.stringContaining(`http://portal.test${path}`)]);
    // The mail loads nothing and runs nothing.
    expect(mail.content).not.toMatch(/<(img|script|link)|url\(/);
  });

  test('the mail and the PDF of an order have the steps of its page, in their order and words', async () => {
    const lines = readable(await signed());
    const first = lines.indexOf(STEPS[0] ?? '');
    // The planner's call comes first, then the button, then all steps.
    expect(lines.slice(first - 3, first + 3)).toEqual([
      'Onze planner belt u binnen twee werkdagen, op werkdagen tussen 9.00 en 17.00 uur.',
      'Bekijk uw bestelling',
      'Wat er nu gebeurt:',
      ...STEPS,
    ]);
    const paper = (await desk.pdfOf('bram')).text.replace(/\s+/g, ' ');
    expect(paper).toContain(STEPS.map((step, at) => `${at + 2}. ${step}`).join(' '));
    const open = (await desk.pdfOf('karel')).text.replace(/\s+/g, ' ');
    expect(open).toContain(STEPS.map((step, at) => `${at + 2}. ${step}`).join(' '));
  });

  test('the mail of an order, which is kept and passed on, holds no link that opens the offer', async () => {
    const { content } = await signed();
    expect(content).not.toContain('survey_hash');
  });

  test.each([
    ['anna', 'Nog enkele vragen voor uw offerte', null, /Ga dan later verder met dezelfde link\./],
    ['hanna', 'Uw aanvraag is bij ons binnen', null, /kunt u later kijken of de offerte openstaat\./],
    ['karel', 'Uw aanvraag is gesloten', null, /Wilt u toch een offerte\? Bel ons dan\./],
    ['daan', 'U heeft uw offerte getekend', AMOUNT, /Klopt er iets niet\? Bel ons dan\./],
    ['joke', 'Uw persoonlijke link naar Gaikan', null, /ga verder waar u was\./],
  ] as const)(
    'the mail of a link without an open offer: %s reads "%s", and the next step',
    async (name, state, amount, next) => {
      await portal.salesOps('Deals', desk.dealIdOf('karel'), { Stage: 'Closed Won', survey1_client_visible: false });
      const lines = readable(await sendLink(name));
      expect(lines).toContain(state);
      expect(lines.join(' ')).toMatch(next);
      expect(lines.some((line) => AMOUNT.test(line))).toBe(amount !== null);
      expect(lines.join(' ').includes('offerte')).toBe(name !== 'joke');
    },
  );

  test('the mail of a link to a declined offer or a withdrawn order: the state, the amount, and what the customer can do', async () => {
    await told('bram', 'decline')();
    const declined = readable(await sendLink('bram'));
    expect(declined).toContain('U heeft deze offerte afgewezen');
    expect(declined.join(' ')).toContain('Toch verder? U kunt alsnog akkoord gaan bij uw offerte.');
    await portal.salesOps('Deals', desk.dealIdOf('bram'), { survey1_client_visible: false });
    const hidden = readable(await sendLink('bram')).join(' ');
    expect(hidden).toContain('U hoeft niets meer te doen.');
    expect(hidden).not.toContain('alsnog');
    await told('daan', 'withdraw')();
    const withdrawn = readable(await sendLink('daan'));
    expect(withdrawn).toContain('Uw bestelling is herroepen');
    expect(withdrawn.join(' ')).toContain('Klopt de herroeping niet? Bel ons dan.');
    for (const lines of [declined, withdrawn]) expect(lines).toContainEqual(expect.stringMatching(AMOUNT));
  });

  test('the mail of an open offer has the payments, the adviser and the steps of its page, in their words', async () => {
    const mail = await sendLink('bram');
    const lines = readable(mail);
    const first = lines.indexOf(TOTAL);
    expect(lines.slice(first, first + 6)).toEqual([
      TOTAL,
      CHOICE,
      '⬢⬢⬢⬢⬢⬢',
      PAYMENTS,
      'Uw adviseur: Tom Verhoeven, 085 000 00 02',
      expect.stringMatching(/^Offertekenmerk: [0-9A-F-]{9}$/),
    ]);
    const how = lines.indexOf(`${QUOTE_STORY.how}:`);
    expect(lines.slice(how - 2, how + 4)).toEqual([
      expect.stringMatching(/online akkoord/),
      'Bekijk uw offerte',
      `${QUOTE_STORY.how}:`,
      ...STEPS,
    ]);
    expect(lines).not.toContain('Wat er nu gebeurt:');
    // "Uw keuze" counts the modules in words for a screen reader.
    expect(mail.content).toMatch(/<span aria-hidden="true"[^>]*>\s*⬢{6}\s*<\/span>/);
    // An older offer has no modules.
    const older = readable(await sendLink('carla'));
    expect(older).toContain('Uw adviseur: Yusuf Aydin');
    expect(older.join(' ')).toMatch(/Zo betaalt u: €\s7.305,37 na uw bestelling/);
    expect(older.join(' ')).toContain('of met financiering; dat kiest u bij uw offerte');
    expect(older).toContain('Let op! Geld lenen kost geld');
    expect(older.join(' ')).not.toContain('⬢⬢');
  });

  test('the mail of a link to several offers names the one it is about, and the state of the others', async () => {
    const lines = readable(await sendLink('fatima'));
    expect(lines).toContain('Het gaat om: Thuisbatterij El Amrani');
    const other = 'Thuisbatterij El Amrani (praktijk)';
    expect(lines).toContain(`Met dezelfde link: ${other} staat nog niet open om te tekenen`);
    const [first, second = ''] = [desk.dealIdOf('fatima'), portal.as('fatima').dealIds[1]];
    for (const Deal_Name of ['Gratis via nep.example', 'Bel 0900-1234567', 'evil․nl']) {
      await portal.salesOps('Deals', second, { Deal_Name });
      expect((await sendLink('fatima')).content).toMatch(/Offerte [0-9A-F]{4}-[0-9A-F]{4} staat nog niet open om/);
    }
    await portal.salesOps('Deals', first, { gaikan_signature_plain: 'Fatima' });
    await portal.salesOps('Deals', second, { Stage: 'Closed Lost' });
    expect(readable(await sendLink('fatima'))).toContain('U heeft uw offerte getekend');
  });

  test('the mail of a link to an order has its payments, and its steps until their days are known', async () => {
    await signed();
    const open = readable(await sendLink('bram'));
    expect(open).toContain(PAYMENTS);
    const next = open.indexOf('Wat er nu gebeurt:');
    expect(open.slice(next + 1, next + 4)).toEqual(STEPS);
    expect(open.join(' ')).not.toContain('Uw adviseur');
    await portal.salesOps('Deals', desk.dealIdOf('bram'), { portal_site_visit_at: '2027-01-12T09:00:00+01:00' });
    expect(readable(await sendLink('bram')).join(' ')).not.toContain('Schouw:');
  });

  test('brackets hold no brackets', async () => {
    expect(readable(await sendLink('eva'))).toContain(
      'Uw keuze: Batterij (40 kWh), Omvormer (vermogen 10 kW, 10 kWh), Volledige installatie',
    );
  });

  test('the mail of a link to an order that sales ops closed promises no steps and asks for no payment', async () => {
    await signed();
    await portal.salesOps('Deals', desk.dealIdOf('bram'), { Stage: 'Closed Lost to Competition' });
    const words = readable(await sendLink('bram')).join(' ');
    expect(words).toContain('U heeft uw offerte getekend');
    expect(words).not.toMatch(/Zo betaalt u|Wat er nu gebeurt|Wij bellen u/);
  });

  test('an order: the total first, each fact under a label of its own, the payments as the page names them', async () => {
    const lines = readable(await signed());
    const first = lines.indexOf(TOTAL);
    expect(lines.slice(first, first + 7)).toEqual([
      TOTAL,
      CHOICE,
      '⬢⬢⬢⬢⬢⬢',
      PAYMENTS,
      expect.stringMatching(new RegExp(`^Ondertekend: ${MOMENT}, door Bram van 't Hof$`)),
      expect.stringMatching(/^Offertekenmerk: [0-9A-F-]{9}$/),
      'Voorwaarden: versie voorbeeld-2026-11',
    ]);
    expect(lines.join(' ')).toContain('Dat kan op de pagina van uw bestelling, met "Overeenkomst herroepen"');
  });

  test('a refusal and a withdrawal: the moment written out, and no total before it, because nothing is to be paid', async () => {
    const declined = readable(await told('bram', 'decline')());
    const first = declined.findIndex((line) => line.startsWith('Totaal'));
    expect(declined[first - 2]).toMatch(new RegExp(`^Afgewezen op: ${MOMENT}$`));
    expect(declined[first - 1]).toBe(CHOICE);
    const withdrawn = readable(await told('daan', 'withdraw')());
    const total = withdrawn.findIndex((line) => line.startsWith('Totaal'));
    expect(withdrawn[total - 1]).toMatch(/^Overeenkomst: /);
    expect(withdrawn).toContainEqual(expect.stringMatching(new RegExp(`^Ontvangen: ${MOMENT}$`)));
  });

  test('numbers that belong together stay in one line: KvK, address, telephone', async () => {
    const words = (await sendLink('joke')).content;
    expect(words).toContain('KvK\u00a000000000');
    expect(words).toContain('Voorbeeldstraat\u00a01');
    expect(words).toContain('1234\u00a0AB\u00a0Voorbeeldstad');
    expect(words).toContain('085\u00a0000\u00a000\u00a000');
  });

  test('the colours are those of the page, and every coloured text has its own background', async () => {
    const { content } = await sendLink('bram');
    const tokens = readFileSync(new URL('../../web/ui/tokens.css', import.meta.url), 'utf8');
    const colours = content.match(/#[0-9a-f]{3,6}\b/g) ?? [];
    expect(colours.filter((hex) => !tokens.includes(`: ${hex};`))).toEqual([]);
    const coloured = [...content.matchAll(/<(?!span aria-hidden)[^>]*[";]color:[^>]*>/g)].map(([tag]) => tag);
    expect(coloured.length).toBeGreaterThan(0);
    for (const tag of coloured) expect(tag).toContain('background:');
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
    await told('bram', 'decline')();
    await portal.as('bram').post(`${desk.pathOf('bram')}/approve`, { survey1_approve_clicked: true });
    await told('bram', 'decline')();
    expect(await portal.outbox()).toHaveLength(1);
    await portal.salesOps('Contacts', portal.as('carla').contactId, { Email: null });
    await portal.as('carla').post(`${desk.pathOf('carla')}/decline`, {});
    await portal.settled();
    expect(await portal.outbox()).toHaveLength(1);
  });

  test('a browser shows the outbox as mails, in frames that run no scripts', async () => {
    await signed();
    const shown = await request(`${portal.crmUrl}/sandbox/outbox`, { headers: { accept: 'text/html' } });
    const page = await shown.body.text();
    expect(page).toContain('<iframe sandbox');
    expect(page).toContain('Bedankt voor uw bestelling');
  });
});
