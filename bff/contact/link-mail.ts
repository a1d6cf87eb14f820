/** A name as people have it. A form on a site takes any: one that reads as an address would be a link in our own mail. */
const NAME = /^(?:(?:\p{L}\.)+|[\p{L}\p{M}'’ -]+)$/u;

/** The mail with a customer's personal link (decision B4). Plain text, so nothing in it is markup. */
export function linkMail(firstName: string | null, link: string, brand: string, phone: string) {
  return {
    subject: `Uw persoonlijke link naar ${brand}`,
    content: [
      `Beste ${firstName !== null && NAME.test(firstName) ? firstName : 'klant'},`,
      '',
      'Via deze persoonlijke link opent u uw gegevens en uw offerte:',
      link,
      '',
      'De link is alleen voor u; stuur deze mail niet door. Heeft u er niet om gevraagd? Dan hoeft u niets te doen.',
      '',
      `Vragen? Bel ons op ${phone}.`,
      brand,
    ].join('\n'),
    format: 'text' as const,
  };
}
