export const LINK_FORM = {
  label: 'E-mailadres',
  placeholder: 'email',
  submit: 'Stuur mijn link',
  wrong: 'Vul uw hele e-mailadres in, bijvoorbeeld naam@voorbeeld.nl.',
  sending: 'Een moment…',
  look: 'Kijk in uw mail',
  spam: 'Ziet u niets? Kijk dan ook bij spam of ongewenste e-mail.',
  wait: 'Na een minuut kunt u de link hier opnieuw aanvragen.',
  again: 'Vraag de link opnieuw aan',
} as const;
