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
