import type { PermissionChannel } from '../../bff/view-models/callcenter-action.ts';

/** Permission to call, by word of mouth (decision J9); the server writes the same ways in the note. */
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
  ofNobody: 'Deze klant wil niet gebeld worden. Alleen de klant zelf kan dat in het portaal veranderen.',
};
