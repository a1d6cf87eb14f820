export const SITE = {
  product: 'Gaikan thuisbatterij',
  home: 'Gaikan, naar het begin',
  skip: 'Naar de inhoud',
  kvk: 'KvK',
  vatId: 'Btw-id',
  privacy: 'Privacy',
  accessibility: 'Toegankelijkheid',
  sandbox: 'Testomgeving: alle namen, prijzen en gegevens zijn verzonnen.',
  title: (screen: string) => `${screen} – Gaikan thuisbatterij`,
} as const;
