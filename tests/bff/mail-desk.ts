import { afterEach, expect } from 'vitest';
import { pdfDesk } from './documents/pdf-desk.ts';
import { openPortal } from './own-portal.ts';
import type { Portal } from './portal.ts';
import type { SentMail } from './sandbox-crm.ts';
import { ownersOf, staffOf } from './staff.ts';

// The shared parts of tests of mails: the acts that send one, and the ways to read it.

/** The text as a reader without styles shows it: no markup, one text a line. */
export const readable = ({ content }: SentMail) =>
  content
    .replace(/<(style|title)[\s\S]*?<\/\1>/g, '')
    .replace(/<br>\n/g, ', ')
    .replace(/<[^>]+>/g, '')
    .replace(/\u00a0/g, ' ')
    .replace(/&amp;/g, '&')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The addresses that a press opens: of the button, and of the seller's and the adviser's telephone and mail. */
export const links = ({ content }: SentMail) => [...content.matchAll(/<a href="([^"]*)"/g)].map(([, url]) => url);
/** Whether the button is an outline, because it is one of several choices. */
export const isOutline = ({ content }: SentMail) => /<a href="[^"]*" style="[^"]*border:/.test(content);

/** Sends mails as customers and staff do, by the names of the sandbox's people; each returns the last mail sent. */
export function mailDesk(portal: Portal) {
  const desk = pdfDesk(portal);

  async function lastMail(): Promise<SentMail> {
    await portal.settled();
    const mail = (await portal.outbox()).at(-1);
    if (!mail) throw new Error('no mail went out');
    return mail;
  }

  return {
    ...desk,
    lastMail,
    /** A colleague has the link mailed. */
    sendLink: async (name: string) => {
      const staff = staffOf(portal, (await ownersOf(portal)).sanne);
      expect((await staff.act({ action: 'send-link', contactId: portal.as(name).contactId })).status).toBe(200);
      return lastMail();
    },
    /** Bram signs his offer. */
    signed: async () => {
      await desk.sign('bram', "Bram van 't Hof");
      return lastMail();
    },
    told: (name: string, what: string) => async () => {
      expect((await portal.as(name).post(`${desk.pathOf(name)}/${what}`, {})).status).toBe(200);
      return lastMail();
    },
  };
}

/** A portal for one test file that sends mails; after every test its CRM is fresh and its memory empty. */
export async function openMailDesk() {
  // A signature waits until the last change of its deal is a second old.
  const portal = await openPortal({}, { now: () => Date.now() + 5_000 });
  afterEach(async () => {
    await portal.reset();
    await portal.restart();
  });
  return { portal, ...mailDesk(portal) };
}

/** The offer of Bram, as its mails tell it. */
export const TOTAL = 'Totaal incl. btw: € 24.497,06';
export const CHOICE = 'Uw keuze: 6 batterijmodules (34,2 kWh), Hybride omvormer 15 kW, Volledige installatie';
export const PAYMENTS = 'Zo betaalt u: € 12.248,53 na uw bestelling, € 12.248,53 als de batterij is geplaatst en werkt';
export const STEPS = [
  'Schouw: Een monteur bekijkt bij u thuis de meterkast en de plek van de batterij. Dat duurt ongeveer een uur.',
  'Installatie: Wij bellen u om de installatie in te plannen.',
  'Aan: De monteur zet de batterij aan en legt uit hoe u ziet wat hij doet.',
];

/** Of the seller, in every mail. */
export const REACH = ['tel:0850000000', 'mailto:voorbeeld@gaikan.example'];

/** The amount of any offer. */
export const AMOUNT = /^Totaal incl\. btw: €\s[\d.]+,\d\d$/;
