export const LINK_FORM = {
  label: 'E-mailadres',
  placeholder: 'email',
  submit: 'Stuur mijn link',
  wrong: 'Vul uw hele e-mailadres in, bijvoorbeeld naam@voorbeeld.nl.',
  sending: 'Een moment…',
} as const;
