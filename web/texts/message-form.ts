/** Texts of the form for a question or refusal; loaded with it. */
export const MESSAGE_FORM = {
  question: {
    label: 'Uw vraag',
    hint: 'Wij beantwoorden uw vraag per telefoon of e-mail. Er wordt niets besteld.',
    missing: 'Schrijf eerst uw vraag op.',
    send: 'Vraag versturen',
    sending: 'Uw vraag wordt verstuurd…',
    failed: 'Uw vraag is nog niet verstuurd. Wat u schreef, staat er nog.',
    received: 'Wij hebben uw vraag ontvangen',
    next: 'Een adviseur neemt contact met u op.',
  },
  decline: {
    label: 'Waarom niet? (mag u leeg laten)',
    hint: 'Wij bellen u dan niet meer over deze offerte, tenzij u dat wilt. Met dezelfde link kunt u altijd terugkomen.',
    missing: '',
    send: 'Afwijzing versturen',
    sending: 'Uw bericht wordt verstuurd…',
    failed: 'Uw bericht is nog niet verstuurd. Wat u schreef, staat er nog.',
    received: 'Wij hebben uw afwijzing ontvangen',
    next: 'U hoeft niets meer te doen. Bedankt dat u het laat weten.',
  },
  cancel: 'Annuleren',
  at: (moment: string) => `op ${moment}`,
} as const;
