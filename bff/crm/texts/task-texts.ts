/** Tasks for colleagues, as the CRM shows them. */

interface TaskText {
  Subject: string;
  Description: string;
}

/** A size without a price (decision C4). */
export function customQuoteTask(size: string): TaskText {
  return {
    Subject: `Offerte op maat: batterij ${size}`,
    Description: `De klant koos ${size} in het portaal. Daar hoort geen vaste prijs bij; de klant leest "Wij bellen u voor een offerte op maat".`,
  };
}

/** A link that the CRM could not mail (decision B4). */
export const sendLinkTask: TaskText = {
  Subject: 'Stuur de persoonlijke link opnieuw',
  Description: 'De klant vroeg in het portaal om de persoonlijke link. Het portaal kon die niet zelf mailen.',
};

/** A contact whose link nothing in the CRM has made. */
export const giveLinkTask: TaskText = {
  Subject: 'Geef deze klant een persoonlijke link',
  Description:
    'Deze klant heeft een open deal en nog geen persoonlijke link, en kan het portaal dus niet openen. Vraag de beheerder om crm:setup te starten; dat maakt de links die ontbreken.',
};
