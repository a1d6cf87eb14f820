import { MOST_FILES, PHOTO_SLOTS } from '../../bff/view-models/choices.ts';
import type { PhotoSlot } from '../../bff/view-models/photos.ts';

/** How many photos are requested by name. */
const REQUESTED = PHOTO_SLOTS.length;
const NUMBER_WORDS: Record<number, string> = { 2: 'twee', 3: 'drie', 4: 'vier', 5: 'vijf' };

const SLOTS = {
  '1-meterkast': {
    title: 'De hele meterkast',
    hint: 'Doe een stap terug: van boven tot onder, met de deur open.',
  },
  '2-groepenkast': {
    title: 'De groepenkast van dichtbij',
    hint: 'Zo dichtbij dat de schakelaars en de opschriften te lezen zijn.',
  },
  '3-plek': {
    title: 'De plek voor de batterij',
    hint: 'De muur en de vloer waar de batterij moet komen.',
  },
} satisfies Record<PhotoSlot, { title: string; hint: string }>;

export const PHOTOS = {
  title: "Foto's van de situatie",
  intro: `Met ${NUMBER_WORDS[REQUESTED] ?? REQUESTED} foto's ziet onze monteur of alles past. Ze worden vanzelf verzonden. Later toevoegen kan ook, met dezelfde link.`,
  slots: SLOTS,
  add: 'Foto toevoegen',
  again: 'Opnieuw nemen',
  remove: 'Verwijderen',
  taken: (title: string) => `Uw foto: ${title}`,
  phases: {
    preparing: 'Wordt klaargemaakt…',
    waiting: 'Nog niet verzonden',
    sending: 'Wordt verzonden…',
    stored: 'Ontvangen',
  },
  /** The same photo was sent before, for another card or as another file (null). */
  hadFor: (slot: PhotoSlot | null, isReceived: boolean) =>
    `Deze foto hebben wij al, bij ${slot ? `"${SLOTS[slot].title}"` : 'de andere bestanden'}. ${isReceived ? 'Hier staat al een andere foto.' : 'Kies hier een andere foto.'}`,
  previewed: "Hier voegt de klant foto's toe.",
  dashboard: 'Nog een foto of bestand',
  dashboardNote: `JPEG, PNG, WebP, HEIC of pdf, ten hoogste ${MOST_FILES} bestanden. Grote foto's maken wij kleiner voor u.`,
  received: (count: number) => (count === 1 ? '1 foto ontvangen' : `${count} foto's ontvangen`),
  /** Photos received of those requested by name, and others. */
  receivedOf: (count: number, others: number) => {
    const beside = others === 1 ? '1 ander bestand' : `${others} andere bestanden`;
    return `${count} van ${REQUESTED} ontvangen${others === 0 ? '' : `, en ${beside}`}`;
  },
  receivedUnknown: "Wij kunnen nu niet zien welke foto's wij al hebben. Toevoegen kan wel.",
  preparing: (count: number) => (count === 1 ? 'Foto wordt klaargemaakt…' : `${count} foto's worden klaargemaakt…`),
  /** Used only for photos that the device confirmed to have stored. */
  safe: (sent: number, of: number) => `Veilig opgeslagen op dit apparaat, ${sent}\u00a0van\u00a0${of} verzonden`,
  unsafe: (sent: number, of: number) =>
    `${sent} van ${of} verzonden. Dit apparaat kan de rest niet bewaren: houd deze pagina open tot alles verzonden is.`,
  progress: "Verzonden deel van uw foto's",
  offline: "Er is geen verbinding. Zodra die er weer is, worden uw foto's vanzelf verzonden.",
  retry: 'Nu opnieuw proberen',
  dismiss: 'Melding sluiten',
  fewer: {
    none: "U heeft nog geen foto's toegevoegd. Wilt u zonder foto's verder?",
    some: (missing: number) =>
      `Er ${missing === 1 ? 'ontbreekt' : 'ontbreken'} nog ${missing} van de ${REQUESTED} foto's. Wilt u zonder verder?`,
    text: "Met alle foto's ziet onze monteur of alles past. U kunt ze ook later toevoegen met dezelfde link.",
    go: 'Toch verder',
    stay: "Foto's toevoegen",
  },
} as const;

/** Says that photos are kept only if the device confirmed to have stored all of them. */
const keptOrOpen = (areSafe: boolean) => (areSafe ? "Uw foto's blijven bewaard;" : 'Houd deze pagina open;');

/** The upload widget's messages of §8, each with what the user can do. */
export const UPLOAD_PROBLEMS = {
  failed: {
    message: 'Upload failed',
    text: (areSafe: boolean) =>
      `Het versturen is niet gelukt. ${keptOrOpen(areSafe)} wij proberen het vanzelf opnieuw.`,
  },
  refused: {
    message: 'Upload failed',
    text: (areSafe: boolean) =>
      `Wij konden uw foto's niet ontvangen. ${areSafe ? 'Ze blijven op dit apparaat bewaard.' : 'Houd deze pagina open.'} Probeer het nu opnieuw, of bel ons.`,
  },
  unknown: {
    message: 'Unknown error',
    text: (areSafe: boolean) =>
      `Er ging iets mis bij het versturen. ${keptOrOpen(areSafe)} wij proberen het vanzelf opnieuw.`,
  },
  stalled: {
    message: 'Upload has not made any progress for 30 seconds. You may want to retry it.',
    text: () =>
      'Er zat 30 seconden geen beweging in het versturen. Wij proberen het vanzelf opnieuw; u kunt dat ook zelf doen.',
  },
  network: {
    message: 'This looks like a network error, the endpoint might be blocked by an internet provider or a firewall.',
    text: () =>
      "Wij kregen geen verbinding met onze server. Controleer uw internet; uw foto's worden vanzelf opnieuw verzonden.",
  },
  /** The uploader itself did not load. A reload would lose photos that only the page has. */
  unloaded: {
    message: 'Unknown error',
    text: (areSafe: boolean) =>
      areSafe
        ? "Deze pagina is niet helemaal geladen. Wij proberen het vanzelf opnieuw. Lukt het niet? Laad dan de pagina opnieuw: uw foto's blijven bewaard."
        : 'Deze pagina is niet helemaal geladen. Houd deze pagina open; wij proberen het vanzelf opnieuw.',
  },
} as const;
export type UploadTrouble = keyof typeof UPLOAD_PROBLEMS;

export const FILE_PROBLEMS = {
  message: (name: string) => `Failed to upload ${name}`,
  unsupported:
    'Wij kunnen dit bestand niet lezen als foto of pdf. Maak de foto opnieuw, of kies een JPEG, PNG, WebP, HEIC of pdf.',
  tooLarge: 'Dit bestand is groter dan 20 MB. Kies een kleinere foto.',
  tooMany: `U kunt ten hoogste ${MOST_FILES} bestanden toevoegen.`,
  empty: 'Dit bestand is leeg. Maak de foto opnieuw of kies een andere.',
  refused: 'Dit bestand is niet aangenomen. Kies een andere foto.',
} as const;

/** Replaces Uppy's Dutch texts that are informal, missing or technical. */
export const UPPY_TEXTS = {
  addMore: "Meer foto's",
  addMoreFiles: "Meer foto's toevoegen",
  addingMoreFiles: "Meer foto's toevoegen",
  aggregateExceedsSize: 'U koos %{size} aan bestanden, maar ten hoogste %{sizeAllowed} is toegestaan',
  allowAccessDescription: "Geef deze site toegang tot uw camera om foto's te kunnen maken.",
  allowAccessTitle: 'Geef toegang tot uw camera',
  allowAudioAccessDescription: 'Geef deze site toegang tot uw microfoon om geluid op te nemen.',
  allowAudioAccessTitle: 'Geef toegang tot uw microfoon',
  browseFiles: "Kies foto's of bestanden",
  companionUnauthorizeHint: 'Om de toegang van uw %{provider}-account in te trekken, gaat u naar %{url}',
  complete: 'Verzonden',
  dashboardTitle: "Foto's toevoegen en versturen",
  dropHint: 'Laat los om toe te voegen',
  dropPasteFiles: '%{browseFiles}',
  dropPasteImportFiles: '%{browseFiles}',
  enterCorrectUrl: 'Dit adres klopt niet: vul het adres van een bestand in',
  error: 'Fout',
  failedToAddFiles: 'Het toevoegen van bestanden is mislukt',
  failedToUpload: '%{file} is niet verzonden',
  filesUploadedOfTotal: {
    '0': '%{complete} van %{smart_count} bestand verzonden',
    '1': '%{complete} van %{smart_count} bestanden verzonden',
  },
  generateImage: 'Afbeelding maken',
  generateImagePlaceholder: 'Beschrijf de afbeelding',
  missingRequiredMetaFields: {
    '0': 'Er ontbreekt een gegeven: %{fields}. (Missing required meta field(s): %{fields}.)',
    '1': 'Er ontbreken gegevens: %{fields}. (Missing required meta field(s): %{fields}.)',
  },
  myDevice: 'Mijn apparaat',
  noMoreFilesAllowed: 'U kunt geen bestanden meer toevoegen',
  pleaseWait: 'Een moment geduld',
  recoveredAllFiles: 'Wij hebben alle bestanden hersteld. U kunt nu verdergaan met versturen.',
  retryUpload: 'Opnieuw proberen',
  takePictureBtn: 'Foto maken',
  upload: 'Versturen',
  uploadComplete: 'Alles is verzonden',
  uploadFailed: 'Versturen mislukt',
  uploadStalled: 'Er zit al %{seconds} seconden geen beweging in het versturen. Probeer het opnieuw.',
  uploading: 'Bezig met versturen',
  uploadXFiles: { '0': '%{smart_count} bestand versturen', '1': '%{smart_count} bestanden versturen' },
  uploadXNewFiles: { '0': '%{smart_count} bestand versturen', '1': '%{smart_count} bestanden versturen' },
  youCanOnlyUploadFileTypes: 'U kunt alleen deze soorten bestanden versturen: %{types}',
  youCanOnlyUploadX: {
    '0': 'U kunt ten hoogste %{smart_count} bestand versturen',
    '1': 'U kunt ten hoogste %{smart_count} bestanden versturen',
  },
  youHaveToAtLeastSelectX: {
    '0': 'Kies ten minste %{smart_count} bestand',
    '1': 'Kies ten minste %{smart_count} bestanden',
  },
};
