import { ORDER_STEPS } from '../view-models/step-texts.ts';

/** The Dutch texts of the PDF, in the words of the customer's page. */
export const PDF_TEXTS = {
  /** Shown with the electronic seal by PDF readers. */
  sealReason: 'Verzegeld door de verkoper: zo is te zien of er iets is gewijzigd',
  sealField: 'Zegel van de verkoper over dit hele document',
  title: {
    approve: 'Offerte',
    declined: 'Afgewezen offerte',
    signed: 'Getekende offerte',
    withdrawn: 'Herroepen bestelling',
  },
  declinedAt: (moment: string) => `Afgewezen op ${moment}`,
  withdrawnAt: (moment: string) => `Herroepen op ${moment}`,
  nameless: 'Thuisbatterij',
  parties: {
    customer: 'Voor',
    seller: 'Aangeboden door',
    adviser: (name: string, phone: string | null) => `Uw adviseur: ${name}${phone === null ? '' : `\n${phone}`}`,
    kenmerk: 'Offertekenmerk',
  },
  kvk: 'KvK',
  vatId: 'Btw-id',
  readAt: (moment: string) => `Stand van\n${moment}`,
  signedAt: (moment: string) => `Ondertekend\n${moment}`,
  price: (vat: string) => `Uw prijs ${vat}`,
  priceNotForSale: (vat: string) => `Prijs in deze offerte ${vat}`,
  final: (vat: string) => `Eind totaal ${vat}`,
  choice: { title: 'Uw keuze:', together: ', samen' },
  state: {
    approve: (portal: string) =>
      `Deze offerte is nog niet ondertekend: u zit nergens aan vast. Akkoord gaan en ondertekenen doet u via uw persoonlijke link naar ${portal}, zolang de offerte daar openstaat. Verandert er voor die tijd iets, dan krijgt de offerte een ander kenmerk en ziet u dat voordat u tekent.`,
    declined: (moment: string, portal: string) =>
      `U heeft deze offerte afgewezen op ${moment}. U kunt alsnog akkoord gaan via uw persoonlijke link naar ${portal}, zolang de offerte daar openstaat.`,
    signed: 'U heeft deze offerte ondertekend. Dit is uw exemplaar: bewaar het bij uw papieren.',
    copy: 'Kopie zonder zegel: deze handtekening is niet met het portaal gezet. De kopie toont de offerte zoals zij nu in onze administratie staat.',
    unsealed: 'Deze afdruk is gemaakt na de herroeping en heeft geen zegel.',
    remade: (moment: string) =>
      `Dit exemplaar is opnieuw gemaakt op ${moment}, van wat bij de ondertekening is vastgelegd.`,
    changedSince:
      'Na de ondertekening is er in onze gegevens iets gewijzigd. Op dit papier staat wat u heeft ondertekend.',
    withdrawn: (moment: string, repaidBy: string) =>
      `Deze overeenkomst is herroepen. Wij ontvingen uw herroeping op ${moment}. Wat u al heeft betaald, krijgt u uiterlijk op ${repaidBy} terug.`,
    withdrawnByField: (moment: string) => `Deze overeenkomst is herroepen volgens onze administratie, op ${moment}.`,
  },
  rows: {
    title: { approve: 'Uw offerte:', signed: 'De bedragen van uw bestelling:' },
    product: 'Product',
    amount: 'Aantal',
    pricePer: 'Prijs per stuk',
    total: 'Bedrag',
    exVat: 'excl. btw',
  },
  totals: {
    ex: 'Totaal Excl. btw',
  },
  house: {
    title: 'Bij u thuis',
    cupboard: 'Meterkast',
    battery: 'Batterij',
    metres: (metres: number) => `${metres} m`,
    /** Alternative text of the drawing. */
    alt: (metres: number, panels: number, modules: number | null) =>
      `Tekening van een huis${panels === 0 ? '' : ` met ${panels} ${panels === 1 ? 'zonnepaneel' : 'zonnepanelen'}`}: van de meterkast loopt ${metres} meter kabel naar de batterij${modules === null ? '' : ` van ${modules} ${modules === 1 ? 'module' : 'modules'}`}.`,
    note: 'Een schets van uw antwoorden. Onze monteur kijkt ter plaatse waar alles het beste past.',
  },
  payment: { title: 'Zo betaalt u' },
  why: { title: 'Waarom deze batterij' },
  financing: {
    offer: (monthly: string) =>
      `U kunt deze offerte ook betalen met financiering: ${monthly} per maand, 15 jaar vast. De looptijd is maximaal 180 maanden. Onder voorbehoud van kredietacceptatie.`,
    chosen: (choice: string) => `U koos: ${choice}.`,
    lender: (licenceHolder: string) => `Kredietgever: ${licenceHolder}`,
  },
  signing: {
    title: 'Ondertekening',
    name: 'Getekend door',
    drawn: 'Uw handtekening',
    drawnAlt: (name: string) => `Getekende handtekening van ${name}`,
    undrawable: 'De getekende handtekening kan niet op papier worden gezet; zij staat op uw persoonlijke pagina.',
    at: 'Ondertekend op',
    unknownMoment: 'Het moment van ondertekenen is niet vastgelegd.',
    agreed: 'Met de knop',
    numbersMean:
      'Letters die ons lettertype niet heeft, staan tussen haken met hun Unicode-nummer. Op uw persoonlijke pagina staat de naam zoals hij is getypt.',
  },
  /** At the very end, for proving what was signed. */
  proof: {
    title: 'Gegevens bij de ondertekening',
    means:
      'Deze gegevens legden wij vast toen u tekende. U heeft ze alleen nodig als iemand twijfelt aan uw handtekening.',
    ip: 'Vanaf IP-adres',
    browser: 'Met de browser',
    ref: 'Referentie',
    shown: 'Op uw scherm',
    confirmed: 'Precies deze offerte stond op uw scherm toen u op de knop drukte.',
    bound: 'U tekende de offerte zoals die op dat moment bij ons was vastgelegd.',
    cut: 'Ingekort',
    fingerprint: 'Vingerafdruk (SHA-256)',
    fingerprintMeans:
      'De vingerafdruk hoort bij alles wat in deze offerte staat; het offertekenmerk zijn de eerste acht tekens ervan. Verandert er ook maar één letter of cent, dan verandert de vingerafdruk.',
  },
  next: {
    approve: {
      title: 'Zo gaat het als u tekent',
      first: 'Wij leggen uw bestelling vast, met datum en offertekenmerk. U kunt dan een getekend exemplaar bewaren.',
    },
    signed: { title: 'Wat er nu gebeurt', first: ORDER_STEPS.signed.text },
    received: ORDER_STEPS.received,
  },
  withdrawal: {
    title: '14 dagen bedenktijd',
    text: (phone: string, email: string) =>
      `U kunt deze bestelling zonder reden herroepen tot 14 dagen nadat u het laatste onderdeel heeft ontvangen. Een bericht aan ons is genoeg: bel ${phone}, mail ${email}, of kies "Overeenkomst herroepen" bij uw offerte in het portaal. U hoeft het formulier achteraan niet te gebruiken; het mag wel.`,
  },
  guarantee: {
    title: 'Wat als de batterij niet doet wat u mag verwachten?',
    noticeFollows: 'De officiële mededeling daarover staat achteraan.',
    notice: 'Officiële mededeling over de wettelijke garantie',
    label: 'Label van de garantie van de fabrikant',
  },
  terms: {
    title: 'Voorwaarden',
    version: (version: string) => `Versie ${version}`,
    earlier: (version: string) =>
      `Bij deze overeenkomst horen de voorwaarden zoals die golden toen u tekende: versie ${version}. Wij sturen ze u toe als u daarom vraagt.`,
    unknown:
      'Bij deze ondertekening is niet vastgelegd welke voorwaarden golden. Wij zoeken ze voor u op als u daarom vraagt.',
  },
  /** Annex I, part B of Directive 2011/83/EU, in its Dutch wording. */
  form: {
    title: 'Modelformulier voor herroeping',
    when: 'Dit formulier alleen invullen en terugzenden wanneer u de overeenkomst wilt herroepen.',
    to: 'Aan',
    declare:
      'Ik/Wij (*) deel/delen (*) u hierbij mede dat ik/wij (*) onze overeenkomst betreffende de verkoop van de volgende goederen/levering van de volgende dienst (*) herroep/herroepen (*):',
    what: (name: string, kenmerk: string) => `${name}, offertekenmerk ${kenmerk}`,
    lines: [
      'Besteld op (*)/Ontvangen op (*)',
      'Naam/Namen consument(en)',
      'Adres consument(en)',
      'Handtekening van consument(en) (alleen wanneer dit formulier op papier wordt ingediend)',
      'Datum',
    ],
    strike: '(*) Doorhalen wat niet van toepassing is.',
  },
  page: (page: number, pages: number) => `pagina ${page} van ${pages}`,
} as const;
