import type { PermissionChannel } from '../../view-models/callcenter-action.ts';
import { callPermissionWords } from '../../view-models/choices.ts';
import { refLine } from './note-texts.ts';

export const PERMISSION_TITLE = 'Toestemming om te bellen';

/** Whoever calls can prove by it who said what, and when. */
export function permissionNote(brand: string, at: string, ref: string) {
  return {
    Note_Title: PERMISSION_TITLE,
    Note_Content: [
      `Aangevinkt: "${callPermissionWords(brand)}"`,
      `Tijd (server): ${at}`,
      'De klant vinkte dit zelf aan bij "Uw contact gegevens".',
      refLine(ref),
    ].join('\n'),
  };
}

const CHANNELS: Record<PermissionChannel, string> = {
  inbound: 'de klant belde zelf',
  callback: 'tijdens een gesprek waarom de klant had gevraagd',
  written: 'schriftelijk, per e-mail of bericht',
};

/** The facts of a permission that somebody gave or took back by word of mouth (decision J9). */
export function toldPermission(
  isGiven: boolean,
  name: string | null,
  channel: PermissionChannel | undefined,
): string[] {
  return [
    isGiven ? 'De klant geeft toestemming om te bellen.' : 'De klant trekt de toestemming om te bellen in.',
    `Klant: ${name ?? 'onbekend'}`,
    `Hoe: ${channel === undefined ? 'niet genoteerd' : CHANNELS[channel]}`,
  ];
}
