import { describe, expect, test } from 'vitest';
import { QUOTE_STORY } from '../../web/texts/quote-parts.ts';
import { AMOUNT, CHOICE, isOutline, openMailDesk, PAYMENTS, readable, STEPS, TOTAL } from './mail-desk.ts';

// Mails with a personal link: by the state of the offer that they are about.

const { portal, dealIdOf, lastMail, sendLink, signed, told } = await openMailDesk();

describe('mails of a link', () => {
  test.each([
    ['anna', 'Nog enkele vragen voor uw offerte', null, /Ga dan later verder met dezelfde link\./],
    ['hanna', 'Uw aanvraag is bij ons binnen', null, /kunt u later kijken of de offerte openstaat\./],
    ['karel', 'Uw aanvraag is gesloten', null, /Wilt u toch een offerte\? Bel ons dan\./],
    ['daan', 'U heeft uw offerte getekend', AMOUNT, /Klopt er iets niet\? Bel ons dan\./],
    ['joke', 'Uw persoonlijke link naar Gaikan', null, /ga verder waar u was\./],
  ] as const)(
    'the mail of a link without an open offer: %s reads "%s", and the next step',
    async (name, state, amount, next) => {
      await portal.salesOps('Deals', dealIdOf('karel'), { Stage: 'Closed Won', survey1_client_visible: false });
      const lines = readable(await sendLink(name));
      expect(lines).toContain(state);
      expect(lines.join(' ')).toMatch(next);
      expect(lines.some((line) => AMOUNT.test(line))).toBe(amount !== null);
      expect(lines.join(' ').includes('offerte')).toBe(name !== 'joke');
    },
  );

  test('the mail of a link to a declined offer or a withdrawn order has the state, the amount, and what the customer can do', async () => {
    await told('bram', 'decline')();
    const declinedMail = await sendLink('bram');
    const declined = readable(declinedMail);
    expect(declined).toContain('U heeft deze offerte afgewezen');
    expect(declined.join(' ')).toContain('Toch verder? U kunt alsnog akkoord gaan bij uw offerte.');
    await portal.salesOps('Deals', dealIdOf('bram'), { survey1_client_visible: false });
    const hidden = readable(await sendLink('bram')).join(' ');
    expect(hidden).toContain('U hoeft niets meer te doen.');
    expect(hidden).not.toContain('alsnog');
    await told('daan', 'withdraw')();
    const withdrawnMail = await sendLink('daan');
    const withdrawn = readable(withdrawnMail);
    expect(withdrawn).toContain('Uw bestelling is herroepen');
    expect(withdrawn.join(' ')).toContain('Klopt de herroeping niet? Bel ons dan.');
    expect(withdrawn).toContainEqual(expect.stringMatching(/^Herroepen op: \d{1,2} [a-z]+ \d{4} om \d\d:\d\d$/));
    expect(declined).toContainEqual(expect.stringMatching(/^Afgewezen op: \d{1,2} [a-z]+ \d{4} om \d\d:\d\d$/));
    for (const lines of [declined, withdrawn]) {
      expect(lines).toContainEqual(expect.stringMatching(AMOUNT));
      // The hexagons count what is offered or ordered.
      expect(lines.join(' ')).not.toContain('⬢⬢');
    }
    const outlines = [declinedMail, withdrawnMail, await sendLink('carla')].map(isOutline);
    expect(outlines).toEqual([true, true, false]);
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
    const carla = await sendLink('carla');
    const older = readable(carla);
    expect(older).toContain('Uw adviseur: Yusuf Aydin');
    expect(older.join(' ')).toMatch(/Zo betaalt u: €\s7.305,37 na uw bestelling/);
    expect(older.join(' ')).toContain('of met financiering; dat kiest u bij uw offerte');
    // The warning is the last line of the row that offers credit.
    expect(older.find((line) => line.startsWith('Zo betaalt u: '))).toMatch(
      /of met financiering; dat kiest u bij uw offerte, Let op! Geld lenen kost geld$/,
    );
    expect(carla.content).toContain('<strong>Let op! Geld lenen kost geld</strong>');
    expect(older.join(' ')).not.toContain('⬢⬢');
  });

  test('the mail of a link to several offers names the offer that it is about, and the state of the others', async () => {
    const lines = readable(await sendLink('fatima'));
    expect(lines).toContain('Het gaat om: Thuisbatterij El Amrani');
    const other = 'Thuisbatterij El Amrani (praktijk)';
    expect(lines).toContain(`Met dezelfde link: ${other} staat nog niet open om te tekenen`);
    const [first = '', second = ''] = portal.as('fatima').dealIds;
    for (const Deal_Name of ['Gratis via nep.example', 'Bel 0900-1234567', 'evil․nl']) {
      await portal.salesOps('Deals', second, { Deal_Name });
      expect((await sendLink('fatima')).content).toMatch(/Offerte [0-9A-F]{4}-[0-9A-F]{4} staat nog niet open om/);
    }
    await portal.salesOps('Deals', first, { gaikan_signature_plain: 'Fatima' });
    await portal.salesOps('Deals', second, { Stage: 'Closed Lost' });
    expect(readable(await sendLink('fatima'))).toContain('U heeft uw offerte getekend');
  });

  test('the mail of a link to an order has its payments, and each step whose day is not known yet', async () => {
    await signed();
    const open = readable(await sendLink('bram'));
    expect(open).toContain(PAYMENTS);
    const next = open.indexOf('Wat er nu gebeurt:');
    expect(open.slice(next + 1, next + 4)).toEqual(STEPS);
    expect(open.join(' ')).not.toContain('Uw adviseur');
    await portal.salesOps('Deals', dealIdOf('bram'), { portal_site_visit_at: '2027-01-12T09:00:00+01:00' });
    expect(readable(await sendLink('bram')).join(' ')).not.toContain('Schouw:');
  });

  test('the mail names the parts of an older offer as the page does, without brackets inside brackets', async () => {
    expect(readable(await sendLink('eva'))).toContain(
      'Uw keuze: Batterij: 40 kWh, Omvormer: vermogen 10 kW (10 kWh), Volledige installatie',
    );
  });

  test('a mail says who had the link sent: a colleague or the customer', async () => {
    const byColleague = readable(await sendLink('bram')).join(' ');
    expect(byColleague).toContain('U krijgt deze mail omdat een collega van Gaikan u de link stuurt.');
    expect(byColleague).not.toContain('niet aangevraagd');
    const { Email: email } = await portal.record('Contacts', portal.as('bram').contactId);
    expect((await portal.call('POST', '/api/contacts/link', { body: { email } })).status).toBe(202);
    const asked = readable(await lastMail()).join(' ');
    expect(asked).toContain('Heeft u deze link niet aangevraagd? Dan hoeft u niets te doen.');
    expect(asked).not.toContain('een collega');
    expect((await portal.outbox()).map(({ subject }) => subject)).toHaveLength(2);
  });

  test('the mail of a link to an order that sales ops closed promises no steps and asks for no payment', async () => {
    await signed();
    await portal.salesOps('Deals', dealIdOf('bram'), { Stage: 'Closed Lost to Competition' });
    const words = readable(await sendLink('bram')).join(' ');
    expect(words).toContain('U heeft uw offerte getekend');
    expect(words).not.toMatch(/Zo betaalt u|Wat er nu gebeurt|Wij bellen u/);
  });
});
