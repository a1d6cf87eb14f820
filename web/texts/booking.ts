export const BOOKING = {
  title: 'Afspraak om gebeld te worden',
  newWindow: 'Open in een nieuw venster',
  hint: 'Uw naam, e-mailadres en telefoonnummer worden vooraf ingevuld op de afsprakenpagina.',
} as const;
