import { readFileSync } from 'node:fs';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import {
  AMOUNT,
  CHOICE,
  isOutline,
  links,
  openMailDesk,
  PAYMENTS,
  REACH,
  readable,
  STEPS,
  TOTAL,
} from './mail-desk.ts';

// Mails to customers: HTML that is readable without styles, each with its subject, the amount, the next step and one
// button.

const { portal, dealIdOf, pathOf, pdfOf, sendLink, signed, told } = await openMailDesk();

const OFFER = `/?survey_hash=sandbox-bram-0000000000000000`;
const SELLER = 'Gaikan Thuisbatterijen (voorbeeld), Voorbeeldstraat 1, 1234 AB Voorbeeldstad, KvK 00000000';
/** "26 november 2026 om 00:54" */
const MOMENT = String.raw`\d{1,2} [a-z]+ \d{4} om \d\d:\d\d`;

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
      extra: ['tel:0850000002'],
      preview: /^Uw offerte staat klaar\. Totaal incl\. btw: € 24\.497,06$/,
    },
    {
      what: 'a signed order',
      act: signed,
      subject: /^Uw getekende offerte \([0-9A-F-]{9}\)$/,
      state: 'Bedankt voor uw bestelling',
      amount: TOTAL,
      next: /Wij bellen u om de installatie/,
      preview: /^Bedankt voor uw bestelling\. Totaal incl\. btw: € 24\.497,06$/,
      path: '/deals/',
    },
    {
      what: 'a refusal',
      act: told('bram', 'decline'),
      subject: /^Uw afgewezen offerte \([0-9A-F-]{9}\)$/,
      state: 'U heeft de offerte afgewezen',
      amount: TOTAL,
      next: /alsnog akkoord/,
      isOver: true,
      preview: /^U heeft de offerte afgewezen\. Wij hebben dat genoteerd\./,
      path: '/deals/',
    },
    {
      what: 'a withdrawal',
      act: told('daan', 'withdraw'),
      subject: /^Uw herroeping: ontvangstbevestiging \([0-9A-F-]{9}\)$/,
      state: 'Uw bestelling is herroepen',
      amount: AMOUNT,
      next: /niets meer te doen/,
      isOver: true,
      preview: /^Uw bestelling is herroepen\. Wij hebben uw herroeping ontvangen\./,
      path: '/deals/',
    },
  ])('$what has a subject, greeting, amount, next step, one button and the seller', async (row) => {
    const { act, subject, state, amount, next, path, preview, extra = [], isOver = false } = row;
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
    const [button, ...others] = links(mail).filter((url) => !extra.includes(url ?? ''));
    expect(button).toContain(`http://portal.test${path}`);
    expect(others).toEqual(REACH);
    expect(links(mail)).toHaveLength(3 + extra.length);
    // Only a mail with something left to do has the button of the page.
    expect(isOutline(mail)).toBe(isOver);
    // Mail programs show the first words beside the subject.
    expect(lines[0]).toMatch(preview);
    // The mail loads nothing and runs nothing.
    expect(mail.content).not.toMatch(/<(img|script|link)|url\(/);
  });

  test('the mail and the PDF of an order have the steps of its page, in their order and words', async () => {
    const lines = readable(await signed());
    const first = lines.indexOf(STEPS[0] ?? '');
    expect(lines.slice(first - 2, first + 3)).toEqual(['Bekijk uw bestelling', 'Wat er nu gebeurt:', ...STEPS]);
    const paper = (await pdfOf('bram')).plain;
    expect(paper).toContain(STEPS.map((step, at) => `${at + 2}. ${step}`).join(' '));
    const open = (await pdfOf('karel')).plain;
    expect(open).toContain(STEPS.map((step, at) => `${at + 2}. ${step}`).join(' '));
  });

  test('the mail of an order begins with the total, gives each fact its own label, names the payments as the page does, and has no personal link', async () => {
    const mail = await signed();
    // It is kept and passed on.
    expect(mail.content).not.toContain('survey_hash');
    const lines = readable(mail);
    const first = lines.indexOf(TOTAL);
    // The planner's call is the news, so it comes before the facts.
    expect(lines.slice(first - 1, first + 7)).toEqual([
      'Onze planner belt u binnen twee werkdagen, tussen 9.00 en 17.00 uur.',
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

  test('the mails of a refusal and of a withdrawal write the moment out, and give the total last, because nothing is to be paid', async () => {
    const declined = readable(await told('bram', 'decline')());
    const first = declined.findIndex((line) => line.startsWith('Totaal'));
    expect(declined[first - 2]).toMatch(new RegExp(`^Afgewezen op: ${MOMENT}$`));
    expect(declined[first - 1]).toBe(CHOICE);
    const withdrawn = readable(await told('daan', 'withdraw')());
    const total = withdrawn.findIndex((line) => line.startsWith('Totaal'));
    expect(withdrawn[total - 1]).toMatch(/^Overeenkomst: /);
    expect(withdrawn).toContainEqual(expect.stringMatching(new RegExp(`^Ontvangen: ${MOMENT}$`)));
  });

  test('numbers do not break over two lines: KvK, address, telephone', async () => {
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

  test('each name is escaped and printed in one line', async () => {
    const reason = '<b>Actie</b>\nTotaal incl. btw: € 1,00 & "meer"';
    const { contactId } = portal.as('bram');
    await portal.salesOps('Contacts', contactId, { Last_Name: '<img src=x onerror=alert(1)>' });
    await portal.salesOps('Deals', dealIdOf('daan'), { Deal_Name: reason });
    expect((await sendLink('bram')).content).not.toContain('<img');
    const mail = await told('daan', 'withdraw')();
    expect(mail.content).toContain('&lt;b&gt;Actie&lt;/b&gt; Totaal incl. btw: € 1,00 &amp; "meer"');
    expect(readable(mail).filter((line) => line.startsWith('Totaal'))).toHaveLength(1);
    await portal.salesOps('Contacts', contactId, { First_Name: 'J.P.', Last_Name: 'de Wit' });
    expect(readable(await sendLink('bram'))).toContain('Beste J.P. de Wit,');
    // As an import may bring.
    await portal.salesOps('Contacts', contactId, { Last_Name: 'Hof,\n\nTotaal incl. btw: € 99.999,00' });
    expect(readable(await signed()).filter((line) => line.startsWith('Totaal'))).toHaveLength(1);
  });

  test('a customer who declines twice is mailed once a day; a customer without an address is never mailed', async () => {
    await told('bram', 'decline')();
    await portal.as('bram').post(`${pathOf('bram')}/approve`, { survey1_approve_clicked: true });
    await told('bram', 'decline')();
    expect(await portal.outbox()).toHaveLength(1);
    await portal.salesOps('Contacts', portal.as('carla').contactId, { Email: null });
    await portal.as('carla').post(`${pathOf('carla')}/decline`, {});
    await portal.settled();
    expect(await portal.outbox()).toHaveLength(1);
  });

  test('a browser shows the outbox as mails, in frames that run no scripts', async () => {
    await sendLink('bram');
    const shown = await request(`${portal.crmUrl}/sandbox/outbox`, { headers: { accept: 'text/html' } });
    const page = await shown.body.text();
    expect(page).toContain('<iframe sandbox');
    expect(page).toContain('Uw offerte staat klaar');
  });
});
