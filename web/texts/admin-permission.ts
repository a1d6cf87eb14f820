import type { PermissionChannel } from '../../bff/view-models/callcenter-action.ts';

/** Verbal permission to call (decision J9); the server writes the same channels in the note. */
export const PERMISSION = {
  words: 'Wat zei de klant?',
  wordsMissing: 'Noteer eerst wat de klant zei.',
  how: 'Hoe zei de klant dit?',
  channels: {
    inbound: 'De klant belde zelf',
    callback: 'In een gesprek waar de klant om vroeg',
    written: 'Schriftelijk, per e-mail of bericht',
  } satisfies Record<PermissionChannel, string>,
  channelMissing: 'Kies eerst hoe de klant dit zei.',
  give: 'Toestemming vastleggen',
  end: 'Toestemming intrekken',
  ofNobody:
    'Deze klant, of iemand met hetzelfde nummer, wil niet gebeld worden. Vraagt de klant er zelf om, haal dan eerst in het CRM de tag "niet-bellen" weg.',
};
