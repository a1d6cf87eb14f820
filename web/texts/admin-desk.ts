import { type CallOutcome, NO_INTEREST_WORDS } from '../../bff/view-models/call-outcomes.ts';
import type { UndoableEditName } from '../../bff/view-models/callcenter.ts';
import type { CallLaterUnit, ContactDetail, RefusedPart } from '../../bff/view-models/callcenter-action.ts';
import { DEAL_PANEL } from './admin-deal.ts';
import { formatWhole } from './format.ts';

const byCustomer = (what: string) => (time: string) => `De klant heeft om ${time} ${what}.`;

export const CONTACT_PANEL = {
  loading: 'De gegevens van deze lead worden geladen',
  failed: 'Deze lead kon niet worden geladen.',
  stale: 'De gegevens konden niet worden vernieuwd.',
  unknown: 'Er is geen contact met dit nummer.',
  doNotCall: 'Niet meer bellen: deze klant wil niet gebeld worden.',
  callUnknown: 'Nog niet bekend is of dit nummer gebeld mag worden. Wacht met bellen: dit wordt vanzelf bijgewerkt.',
  silent: 'Het portaal is niet bereikbaar: niet bekend is of dit nummer nog gebeld mag worden. Wacht met bellen.',
  news: (who: string, time: string, what: string) => `${who} heeft om ${time} vastgelegd: ${what}.`,
  newsUndone: 'belresultaat ongedaan gemaakt',
  told: {
    answers: byCustomer('antwoorden gewijzigd'),
    approved: (time: string) => `De klant is om ${time} akkoord gegaan.`,
    signed: byCustomer('getekend'),
    details: (time: string) => `De gegevens van deze klant zijn om ${time} gewijzigd.`,
    photos: byCustomer("foto's gestuurd"),
    question: byCustomer('een vraag gesteld'),
    wish: byCustomer('een wijziging gevraagd'),
    decline: byCustomer('de offerte afgewezen'),
    withdrawal: byCustomer('de overeenkomst herroepen'),
    edit: (time: string, who: string) => `${who} heeft om ${time} de offerte aangepast.`,
    closed: (time: string) => `Om ${time} was deze deal in het CRM niet meer open.`,
  },
  newsReload: 'Nieuwe stand laden',
  aColleague: 'Een collega',
  permissionSince: (moment: string) => `Toestemming om te bellen sinds ${moment}`,
  permission: 'Toestemming om te bellen',
  noPermission: 'Geen toestemming bekend',
  noPhone: 'Geen telefoonnummer bekend: deze lead wordt niet aangeboden om te bellen.',
  call: (name: string) => `${name} bellen`,
  lastContact: 'Laatste contact',
  neverCalled: 'Nog niet gebeld',
  agreed: 'Terugbellen',
  place: 'Woonplaats',
  flow: 'Herkomst',
  noDeals: 'Dit contact heeft geen deals.',
  skipsContact: 'Dit contact wordt niet meer gebeld',
  map: 'Map',
  showMap: 'Kaart tonen',
  mapOf: (address: string) => `Kaart van ${address}`,
  mapHint: 'Het adres gaat dan naar de kaartendienst.',
  noAddress: 'Er is geen adres bekend.',
  owner: 'Eigenaar:',
  noOwner: 'Geen eigenaar',
  saveOwner: 'Opslaan',
  ownerMissing: 'Kies een eigenaar.',
  ownerSaved: 'done',
  orAssign: 'Of direct op naam van',
  assignHint: (name: string) => `Zet dit contact direct op naam van ${name}`,
  personalLink: 'Persoonlijke link',
  sendLink: 'Stuur link',
  linkTo: (email: string) => `Het CRM mailt de link naar ${email}.`,
  linkSentAt: (moment: string) => `Hier het laatst gestuurd: ${moment}`,
  linkNeverSent: 'Volgens de notities nog niet gestuurd.',
  linkSending: 'De link wordt gestuurd…',
  linkSent: 'Het CRM heeft de link gemaild.',
  linkNotSent: 'Uw belresultaat is vastgelegd, de link niet gestuurd.',
  linkUnknown: 'Uw belresultaat is vastgelegd. Of de link is gestuurd, is niet bekend.',
  newLink: 'Nieuwe link',
  oldLinkEnds: 'De oude link werkt dan niet meer. Stuur de klant daarna de nieuwe.',
  linkReplaced: 'De oude link werkt niet meer. Stuur de klant nu de nieuwe.',
  newNote: 'Losse notitie',
  addNote: 'Notitie toevoegen',
  noteEmpty: 'Typ eerst een notitie.',
  details: 'Gegevens wijzigen',
  saveDetails: 'Gegevens opslaan',
  detailsUnchanged: 'Wijzig eerst een gegeven.',
  detailOvertaken: (typed: string) =>
    `Intussen gewijzigd. ${typed === '' ? 'U had dit veld leeggemaakt.' : `U vulde in: ${typed}`}`,
  answers: 'Antwoorden',
  answersOfContact: 'Bij het contact',
  noAnswers: 'Nog niets ingevuld.',
  photos: "Foto's",
  photosLoading: "De foto's worden opgehaald",
  photosFailed: "De foto's konden niet worden opgehaald.",
  noPhotos: "Nog geen foto's.",
  photoFailed: (name: string) => `${name} kon niet worden opgehaald.`,
  otherPhoto: 'Andere foto of document',
  enlarge: (name: string) => `${name} groot bekijken`,
  download: (name: string) => `${name} downloaden`,
  notes: 'Notes',
  notesLoading: 'De notities worden geladen',
  notesFailed: 'De notities konden niet worden geladen.',
  noNotes: 'Nog geen notities.',
  olderNotes: (count: number) => `Ouder (${formatWhole(count)})`,
  notTold: {
    notes: 'Het CRM geeft de notities niet. Zij ontbreken hier.',
    calls: 'Het CRM geeft de gesprekken niet. Zij ontbreken hier.',
  },
  lastWords: { question: 'De klant vroeg', wish: 'De klant wenst een wijziging', decline: 'De klant wees af' },
} as const;

export const CONTACT_DETAIL_LABELS: Record<ContactDetail, string> = {
  First_Name: 'Voornaam',
  Last_Name: 'Achternaam',
  Phone: 'Telefoonnummer',
  Email: 'E-mail',
  Mailing_Street: 'Straatnaam + huisnummer',
  Mailing_Zip: 'Postcode',
  Mailing_City: 'Plaatsnaam',
  Mailing_State: 'Provincie',
  Mailing_Country: 'Land',
};

interface OutcomeTexts {
  /** The question of the confirmation (§5). */
  confirm: string;
  /** What will happen. */
  title: string;
  /** Its name as the last outcome, on a card. */
  last: string;
}

export const OUTCOME_TEXTS: Record<CallOutcome, OutcomeTexts> = {
  gaikan_call_later: {
    confirm: 'Bel later terug:',
    title: 'Terugbelafspraak maken',
    last: 'later terugbellen',
  },
  skip: {
    confirm: 'Niet meer bellen?',
    title: 'Deze klant verdwijnt van de bellijst',
    last: 'niet meer bellen',
  },
  gaikan_called_noanswer: {
    confirm: 'Neemt niet op?',
    title: 'Belpoging vastleggen',
    last: 'nam niet op',
  },
  not_interested: {
    confirm: 'Geen interesse?',
    title: 'De deal sluiten: geen interesse',
    last: 'geen interesse',
  },
  not_interested_price: {
    confirm: 'Te duur?',
    title: 'De deal sluiten: te duur',
    last: 'te duur',
  },
  approve: {
    confirm: 'Akkoord?',
    title: 'Mondeling akkoord: de klant kan online tekenen',
    last: 'akkoord',
  },
  appointment: {
    confirm: 'Afspraak?',
    title: 'Afspraak vastleggen en de agenda openen',
    last: 'afspraak',
  },
};

/** Undefined for an outcome that only a newer server knows. */
export const lastOutcomeText = (outcome: CallOutcome): string | undefined => OUTCOME_TEXTS[outcome]?.last;

/** Asked with "Geen interesse". */
export const NO_INTEREST = { label: 'Reden (mag leeg blijven)', reasons: NO_INTEREST_WORDS } as const;

/** Confirmations of edits; if an edit changes the price, the dialog shows the new price (decision J10). */
export const EDITS = {
  quote: { confirm: 'Offerte aanpassen?', title: 'De offerte opnieuw berekenen met deze keuze', isPriced: true },
  property: { confirm: 'update?', title: 'Dit gegeven wijzigen', isPriced: true },
  upgrade: { confirm: 'omzetten?', title: 'Deze oudere offerte omzetten naar modules', isPriced: true },
  manual: { confirm: 'Handmatige producten', title: 'Verder met producten uit het CRM' },
  undoManual: { confirm: 'update?', title: 'De offerte weer automatisch laten berekenen', isPriced: true },
  wish: { confirm: 'Offerte aanpassen?', title: 'De offerte berekenen zoals de klant vroeg', isPriced: true },
  calc: { confirm: 'Berekenen?', title: 'De offerte opnieuw berekenen', isPriced: true },
  discount: { confirm: 'Discount?', title: 'Korting toepassen', isPriced: true },
  undo: { confirm: 'Ongedaan maken?', title: 'Het laatste belresultaat terugdraaien' },
  undoEdit: { confirm: 'Ongedaan maken?', title: 'De offerte terugzetten zoals zij daarvoor was', isPriced: true },
  details: { confirm: 'update?', title: 'De contactgegevens wijzigen' },
  sendLink: { confirm: 'Stuur link?', title: 'De persoonlijke link naar de klant mailen' },
  newLink: { confirm: 'Nieuwe link?', title: 'De persoonlijke link vervangen' },
  endPermission: { confirm: 'Intrekken?', title: 'De toestemming om te bellen intrekken' },
  owner: { confirm: (ownerId: string) => `Opslaan? ${ownerId}`, title: 'Eigenaar wijzigen' },
} as const;

/** Edits that can be undone, by their button labels. */
export const UNDOABLE_EDIT_LABELS: Record<UndoableEditName, string> = {
  discount: DEAL_PANEL.discountApply,
  'upgrade-deal-version': DEAL_PANEL.upgrade,
};

export const UNITS: Record<CallLaterUnit, string> = {
  minutes: 'Minutes',
  hours: 'Hours',
  days: 'Days',
  weeks: 'Weeks',
  months: 'Months',
};

/** The same units in Dutch, next to the list. */
export const UNIT_WORDS: Record<CallLaterUnit, string> = {
  minutes: 'minuten',
  hours: 'uren',
  days: 'dagen',
  weeks: 'weken',
  months: 'maanden',
};

export const ACTION = {
  yes: 'Ja',
  cancel: 'Annuleren',
  pending: '...',
  pendingSpoken: 'Bezig met opslaan',
  done: 'done',
  partly: 'Vastgelegd, op dit na:',
  failedFor: (what: string) => `Niet vastgelegd: ${what}.`,
  unknownFor: (what: string) => `Onbekend: ${what}.`,
  dismiss: 'Gelezen',
  undo: 'Ongedaan maken',
  undoOf: (what: string, until: string) => `Laatste belresultaat: ${what}. Ongedaan maken kan tot ${until}.`,
  undoOfEdit: (what: string, until: string) => `Laatste wijziging: ${what}. Ongedaan maken kan tot ${until}.`,
  whoFirst: 'Kies eerst wie u bent.',
  whoUnknown: 'Nog niet bekend is wie u bent',
  stay: 'Verder met deze deal',
  stayWithContact: 'Verder met dit contact',
  total: 'Eind totaal',
  callback: (moment: string) => `Terugbellen: ${moment}`,
  openBooking: 'Afsprakenpagina openen',
  openDeal: (crmName: string) => `Deal openen in ${crmName}`,
  failed: 'Dit is niet gelukt. Wat u typte staat er nog.',
  unknown: 'Wij weten niet of dit is vastgelegd.',
  unknownNext: 'Probeer het opnieuw; dubbel vastleggen kan niet.',
  conflict: 'Dit is intussen gewijzigd. U ziet nu de nieuwe stand; wat u invulde staat er nog.',
  whoAreYou: 'Wie bent u? Uw naam komt in de notitie.',
} as const;

/** Parts of an outcome that the CRM refused, and what to do. If a colleague must finish it, there is a task. */
export const REFUSED_PARTS: Record<RefusedPart, string> = {
  call: 'Het CRM nam het gesprek niet aan. Uw belresultaat staat in een notitie.',
  note: 'Het CRM nam de notitie niet aan. Wat u typte, staat bij het gesprek of in een taak.',
  callback: 'Het CRM nam de terugbelafspraak niet aan. Zet haar zelf in uw agenda.',
  agreed_calls: 'De geplande gesprekken staan nog in het CRM. Werk ze daar bij.',
  stage: 'Het CRM nam de nieuwe fase niet aan. Wijzig de fase in het CRM.',
  visible: 'Het CRM nam niet aan dat de offerte openstaat. Wijzig dat in het CRM.',
  tag: 'Het CRM nam de tag "niet-bellen" niet aan. Wijzig die in het CRM.',
  permission: 'Het CRM nam niet aan of de klant toestemming geeft om te bellen. Wijzig dat in het CRM.',
  task: 'Het CRM nam ook geen taak aan: niemand anders krijgt hier bericht van.',
};

/** Field labels for refused fields. */
export const REFUSED_LABELS: Readonly<Record<string, string>> = { ...CONTACT_DETAIL_LABELS, note: DEAL_PANEL.note };
