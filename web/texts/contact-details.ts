export const CONTACT = {
  title: 'Uw contact gegevens',
  intro: 'Deze naam en dit adres komen op uw offerte.',
  fields: {
    First_Name: 'Voornaam',
    Last_Name: 'Achternaam',
    Phone: 'Telefoonnummer',
    Mailing_Street: 'Straatnaam + huisnummer',
    Mailing_Zip: 'Postcode',
    Mailing_City: 'Plaatsnaam',
    Mailing_Country: 'Land',
  },
  otherCountry: 'Welk land?',
  oddZip: 'Een Nederlandse postcode ziet er zo uit: 1234 AB. Klopt dit?',
  oddPhone: 'Dit nummer is kort voor een telefoonnummer. Klopt het?',
  oddStreet: 'Hier staat geen huisnummer bij. Klopt dit?',
  missing: 'nog leeg.',
  offer: (address: string) => `Bij deze postcode hoort ${address}.`,
  takeOffer: 'Invullen',
  offerTaken: (address: string) => `Ingevuld: ${address}.`,
  check: 'Klopt dit?',
  checkGo: 'Is het goed zo? Druk dan nog een keer op Volgende.',
} as const;

/** The labels are also the stored values (decision C5); "Anders" asks which country. */
export const HOME_COUNTRY = 'Nederland';
export const OTHER_COUNTRY = 'Anders';
export const COUNTRIES = [HOME_COUNTRY, 'België', 'Duitsland', 'Frankrijk', 'Luxemburg', OTHER_COUNTRY] as const;
