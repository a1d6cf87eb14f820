import { MOST_FILES } from '../view-models/choices.ts';

/**
 * Every Dutch sentence in API answers, except those of the quote (bff/quote/quote-texts.ts): mostly reasons for a
 * refusal, as `detail` or under a field's name in the error body. The texts of the screens are in web/texts.
 */
export const API_TEXTS = {
  spentToday:
    'Dit lukt vandaag niet meer: ons systeem heeft zijn grens van de dag bereikt. Probeer het morgen opnieuw, of bel ons.',
  link: {
    perhapsSent:
      'Als dit adres bij ons bekend is, ontvangt u binnen enkele minuten een e-mail met uw persoonlijke link.',
  },
  field: {
    refusedByCrm: 'Deze waarde kan niet worden opgeslagen.',
    invalid: 'Deze waarde klopt niet.',
    unread: {
      amount:
        'Dit bedrag kan hier niet. Schrijf een bedrag in euro van 0 tot en met 1.000.000, zoals 1250 of 1.250,50.',
      number: 'Dit getal kan hier niet. Schrijf een heel getal, zoals 12.',
      name: 'Vul een naam in van minstens twee letters.',
    },
    tooLong: (most: number) => `Dit is te lang: ten hoogste ${most.toLocaleString('nl-NL')} tekens.`,
    notAllowed: 'Dit veld kan hier niet worden gewijzigd.',
  },
  /**
   * For a record that is locked, in a blueprint or awaiting approval. Nobody else changed it, and a retry fails again.
   */
  refusedByRule: 'Ons systeem staat deze wijziging nu niet toe. Er is niets opgeslagen. Blijft dit zo, bel ons dan.',
  /** The API user lacks a permission or a scope: only a CRM administrator can change that. */
  notPermitted:
    'Het portaal heeft hier in ons systeem geen toestemming voor. Opnieuw proberen helpt niet: de beheerder moet dit aanpassen.',
  survey: {
    unfinished: 'Nog niet alle vragen zijn beantwoord.',
    hasAddress: 'Wij hebben al een e-mailadres van u. Laad de pagina opnieuw. Bel ons als u een ander adres wilt.',
  },
  deal: {
    preview: 'Dit is een voorbeeld: wijzigen en ondertekenen kan hier niet.',
    changedMeanwhile: 'Deze gegevens zijn intussen gewijzigd. Bekijk de nieuwe stand en probeer het opnieuw.',
    answersFrozen: 'U heeft deze offerte al ondertekend. De antwoorden kunnen niet meer worden gewijzigd.',
    noFinancing: 'Deze offerte kan niet worden gefinancierd.',
    fixed: 'Deze offerte is voor u op maat gemaakt. Er is niets gewijzigd. Vraag de wijziging aan.',
    notFixed: 'Dit antwoord kunt u zelf wijzigen: u hoeft het niet aan te vragen.',
    emptyWish: 'Kies wat u anders wilt, of schrijf het op.',
    sameWish: 'Dit staat al in uw offerte. Kies wat u anders wilt.',
  },
  signing: {
    withdrawn: 'Deze overeenkomst is herroepen. Neem contact met ons op voor een nieuwe offerte.',
    alreadySigned: 'Deze offerte is al ondertekend.',
    quoteChanged:
      'De offerte is gewijzigd sinds u deze bekeek. Er is niets ondertekend. Bekijk eerst de nieuwe offerte.',
    notReleased: 'Deze offerte staat nog niet open om goed te keuren.',
    incomplete: 'Deze offerte is nog niet compleet.',
    outdated: 'Deze offerte wordt bijgewerkt. Er is niets ondertekend.',
    notApproved: 'Keur de offerte eerst goed met "Akkoord … Verder".',
    detailsMissing: 'Wij missen nog gegevens van u. Er is niets ondertekend. Vul ze aan en onderteken daarna.',
    missing: {
      Last_Name: 'Vul uw achternaam in.',
      Mailing_Street: 'Vul uw straat en huisnummer in.',
      Mailing_Zip: 'Vul uw postcode in.',
      Mailing_City: 'Vul uw woonplaats in.',
      Phone: 'Vul uw telefoonnummer in.',
    },
    notRecorded: 'Ons systeem heeft uw handtekening niet vastgelegd: u heeft niets ondertekend.',
  },
  /** Contact details for a customer whose request the CRM refused. */
  reach: ({ name, street, zipCity, phone, email }: Record<'name' | 'street' | 'zipCity' | 'phone' | 'email', string>) =>
    `Bel ons op ${phone}, mail naar ${email} of schrijf naar ${name}, ${street}, ${zipCity}.`,
  message: {
    alreadySigned: 'U heeft deze offerte al ondertekend. Bel ons, of gebruik "Overeenkomst herroepen".',
    noQuote: 'Er staat nog geen offerte voor u klaar.',
    notWithdrawn: 'Ons systeem heeft uw herroeping niet vastgelegd.',
    notSigned: 'Deze offerte is niet ondertekend: er is niets te herroepen.',
  },
  pdf: {
    noQuote: 'Er is nog geen offerte om op papier te zetten.',
    notReleased: 'Deze offerte wordt nog nagekeken. Zodra zij klaar is, kan zij op papier.',
    incomplete: 'Deze offerte is nog niet compleet, en kan daarom niet op papier.',
    notOurs:
      'Deze handtekening is niet door het portaal vastgelegd: wij kunnen er geen getekend exemplaar van maken. Bel ons.',
    notCheckable:
      'Wij kunnen de vastlegging van deze handtekening nu niet controleren, en maken er daarom geen exemplaar van. Bel ons.',
    tooSlow: 'Het maken van de pdf duurde te lang. Probeer het later opnieuw.',
  },
  photos: {
    unsupported:
      'Wij kunnen dit bestand niet lezen als foto of pdf. Maak de foto opnieuw, of kies een JPEG, PNG, WebP, HEIC of pdf.',
    damaged: 'Dit bestand is beschadigd of niet volledig. Maak de foto opnieuw of kies een andere.',
    active:
      'Deze pdf bevat meer dan een document: een programma of een bijlage. Maak er een foto van of kies een andere.',
    closed: 'Deze pdf is beveiligd: wij kunnen hem niet nakijken. Maak er een foto van of kies een andere.',
    unchecked: 'Het lukte niet om dit bestand na te kijken. Maak de foto opnieuw of kies een andere.',
    tooLarge: 'Dit bestand is groter dan 20 MB. Kies een kleinere foto.',
    tooManyFiles: `U kunt ten hoogste ${MOST_FILES} bestanden tegelijk sturen. Stuur de rest apart.`,
    full: 'Wij hebben al heel veel foto’s van u. Bel ons als er nog een bij moet.',
    empty: 'Dit bestand is leeg. Maak de foto opnieuw of kies een andere.',
    cut: 'Dit bestand kwam niet volledig aan. Verstuur het opnieuw.',
    otherField: 'Dit bestand staat niet in het veld "files" en is niet opgeslagen.',
    stalled: 'Het versturen ging te langzaam. Probeer het opnieuw als uw verbinding beter is.',
    noPlace: 'Het is even druk. Deze foto is nog niet opgeslagen; probeer het opnieuw.',
    notStored: 'Deze foto is nog niet opgeslagen. Probeer het opnieuw.',
    outcomeUnknown: 'Wij weten nog niet of deze foto is opgeslagen. Probeer het opnieuw; dubbel opslaan kan niet.',
    othersStored: 'De andere bestanden zijn wel opgeslagen.',
    none: 'Kies eerst een foto.',
    unknownCategory: 'Deze soort foto’s kennen wij niet.',
  },
  crmFile: {
    notShown: 'Dit bestand kan hier niet worden getoond: het is geen gewone foto of pdf. In het CRM staat het wel.',
    tooLarge: 'Dit bestand is groter dan 20 MB. In het CRM staat het wel.',
  },
  personalLink: {
    noEmail:
      'Dit contact heeft geen e-mailadres. Er is niets verstuurd. Vul eerst bij "Gegevens wijzigen" een adres in.',
    none: 'Dit contact heeft nog geen persoonlijke link. Er is niets verstuurd. Maak eerst een nieuwe link.',
    noSender: 'Het portaal heeft geen afzender voor e-mail. Er is niets verstuurd.',
    refused:
      'Het CRM verstuurt geen e-mail aan dit contact: de klant wil geen e-mail, het adres werkt niet of de mails van vandaag zijn op. Er is niets verstuurd.',
    tooMany: 'Vandaag zijn er genoeg links gemaild. Er is niets verstuurd. Probeer het morgen opnieuw.',
    tooManyReplaced: 'Vandaag zijn er genoeg links vervangen. Er is niets gewijzigd. Probeer het morgen opnieuw.',
    unknown: 'Misschien is de e-mail verstuurd. Stuurt u hem opnieuw, dan krijgt de klant hem misschien twee keer.',
    replaced: 'Iemand heeft deze link intussen vervangen. Er is niets gewijzigd.',
  },
  staff: {
    notActive: 'De gekozen gebruiker is geen actieve gebruiker in het CRM. Kies uzelf opnieuw bij "Gebruiker?".',
    chooseAgain: 'Kies uzelf opnieuw.',
    missing: 'Kies eerst bovenaan bij "Gebruiker?" wie u bent.',
    ownerNotActive: 'Deze eigenaar is geen actieve gebruiker in het CRM.',
    searchTooShort: 'Typ minstens drie tekens.',
    periodEndsBefore: 'De periode eindigt voordat zij begint.',
  },
  outcome: {
    notRecorded: 'Uw belresultaat is niet vastgelegd. Bekijk de nieuwe stand en kies dan opnieuw.',
    alreadyRecorded:
      'Uw belresultaat was al (deels) vastgelegd en verandert deze deal niet meer. Bekijk de nieuwe stand en kies dan opnieuw.',
    notUndone: 'Er is niets ongedaan gemaakt. Bekijk de nieuwe stand en kies dan opnieuw.',
    recordedBy: (who: string | undefined, when: string, what: string | undefined) =>
      `${who ?? 'Een collega'} heeft ${when} ${what === undefined ? 'een belresultaat' : `"${what}"`} vastgelegd.`,
    changedBySomebody: 'Iemand heeft deze lead intussen gewijzigd.',
    promised: (when: string, who: string | undefined) =>
      `Er staat nu een terugbelafspraak op ${when}${who === undefined ? '' : `, van ${who}`}.`,
    noPromise: 'De terugbelafspraak staat er niet meer.',
    nothingToUndo: 'Er is niets om ongedaan te maken: dat kan tot tien minuten na een uitkomst, en maar één keer.',
    approvedSince: 'De klant heeft intussen akkoord gegeven op de gewijzigde offerte. Er is niets ongedaan gemaakt.',
    signed: (when: string | null) => `${signedByCustomer(when)} Uw belresultaat is niet vastgelegd.`,
    signedSince: (when: string | null, what: string) =>
      `${signedByCustomer(when)} "${what}" kan daarom niet ongedaan worden gemaakt. Er is niets gewijzigd.`,
    noOffer: 'Er is nog geen offerte: er valt niets te tekenen. Kies een ander belresultaat.',
    isClosed: 'Deze deal is gesloten. Zet eerst in het CRM de fase terug, of kies een ander belresultaat.',
    offerIncomplete: 'Deze offerte is nog niet compleet: de klant kan haar niet tekenen. Kies een ander belresultaat.',
    noLink: 'Dit contact heeft geen persoonlijke link en kan dus niet online tekenen. Maak eerst een nieuwe link.',
    noAddress:
      'Dit contact heeft geen e-mailadres: de link om te tekenen kan niet worden gemaild. Vul eerst bij "Gegevens wijzigen" een adres in.',
    isSigned: 'De klant heeft ondertekend: deze deal kan niet als verloren worden gesloten.',
    wantsNoCall:
      'Deze klant, of iemand met hetzelfde nummer, wil niet gebeld worden. Vraagt de klant er zelf om, haal dan eerst in het CRM de tag "niet-bellen" weg.',
    noMoment: 'Vul in over hoeveel tijd, of op welke datum en tijd.',
    noSuchMoment: 'Deze datum en tijd bestaan niet.',
    permissionNeedsWords: 'Noteer wat de klant zei: dat is het bewijs van de toestemming.',
    momentIsPast: 'Dit moment is al voorbij. Kies een later moment.',
  },
  edit: {
    signed: (when: string | null) =>
      `${signedByCustomer(when)} Daarom staat zij vast en kan zij niet meer worden gewijzigd.`,
    changedMeanwhile:
      'Iemand heeft dit intussen gewijzigd. Er is niets opgeslagen. Bekijk de nieuwe stand en probeer het opnieuw.',
    unreadable: (fields: readonly string[]) =>
      `Niet alle velden van deze offerte zijn in het CRM te lezen: ${fields.join(', ')}. Er is niets opgeslagen.`,
    nothingChanged: 'Er is niets gewijzigd.',
    detailsChanged: 'Iemand heeft deze gegevens intussen gewijzigd. Er is niets opgeslagen. Bekijk de nieuwe stand.',
    noEdit: 'Vooraf bekijken kan alleen bij een wijziging van de offerte.',
    otherVersion: 'Dit kan niet bij deze soort offerte.',
    isManual: 'Deze offerte is handmatig en wordt niet berekend. Lees haar uit het CRM.',
    nothingLinked:
      'Aan deze deal zijn in het CRM geen producten gekoppeld. Koppel ze daar eerst, of laat de offerte weer automatisch berekenen.',
    noSumToDiscount: 'Er is nog geen offerte waar korting af kan.',
    discountAboveSum: (sum: string) => `De korting mag niet hoger zijn dan het totaal excl. btw: ${sum}.`,
    modulesNotSold: (modules: string) => `Voor ${modules} modules staat geen prijs in het CRM.`,
    inverterNotSold: (kw: string) => `Een omvormer van ${kw} kW staat niet in het CRM.`,
    batteryNotSold: (kwh: string) => `Een batterij van ${kwh} kWh staat niet in het CRM.`,
    sizeNotANumber: (size: string) => `Het formaat van de batterij is "${size}": dat is geen aantal kWh.`,
    modulesNotANumber: (modules: string) =>
      `Het aantal modules is "${modules}": dat is geen aantal van 1 tot en met 15.`,
    distanceNotANumber: (distance: string) =>
      `De afstand tot de meterkast is "${distance}": dat is geen aantal meters.`,
    inputsMissing: 'De batterij of de afstand tot de meterkast is nog niet bekend: er valt niets te berekenen.',
  },
} as const;

function signedByCustomer(when: string | null): string {
  return `De klant heeft deze offerte ${when === null ? 'al' : `op ${when}`} ondertekend.`;
}
