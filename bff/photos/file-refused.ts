import type { ProblemCode } from '../view-models/problem.ts';

/** Why a file is refused: the code of its answer and, in Dutch, what the person can do. */
export const REFUSALS = {
  unsupported: {
    code: 'unsupported_file',
    detail: 'Dit soort bestand kunnen wij niet aannemen. Kies een foto (JPEG, PNG, WebP of HEIC) of een pdf.',
  },
  damaged: {
    code: 'unsupported_file',
    detail: 'Dit bestand is beschadigd of niet volledig. Maak de foto opnieuw of kies een andere.',
  },
  active: {
    code: 'unsupported_file',
    detail:
      'Deze pdf bevat meer dan een document: een programma of een bijlage. Maak er een foto van of kies een andere.',
  },
  closed: {
    code: 'unsupported_file',
    detail: 'Deze pdf is beveiligd: wij kunnen hem niet nakijken. Maak er een foto van of kies een andere.',
  },
  too_large: { code: 'too_large', detail: 'Dit bestand is groter dan 20 MB. Kies een kleinere foto.' },
  too_many_files: {
    code: 'too_large',
    detail: 'U kunt ten hoogste 20 bestanden tegelijk sturen. Stuur de rest apart.',
  },
  full: { code: 'too_large', detail: 'Wij hebben al heel veel foto’s van u. Bel ons als er nog een bij moet.' },
  empty: { code: 'field_invalid', detail: 'Dit bestand is leeg. Maak de foto opnieuw of kies een andere.' },
  cut: { code: 'field_invalid', detail: 'Dit bestand kwam niet volledig aan. Verstuur het opnieuw.' },
  other_field: { code: 'field_invalid', detail: 'Dit bestand staat niet in het veld "files" en is niet opgeslagen.' },
  stalled: { code: 'busy', detail: 'Het versturen ging te langzaam. Probeer het opnieuw als uw verbinding beter is.' },
  no_place: { code: 'busy', detail: 'Het is even druk. Deze foto is nog niet opgeslagen; probeer het opnieuw.' },
} as const satisfies Record<string, { code: ProblemCode; detail: string }>;
export type Refusal = keyof typeof REFUSALS;

/** One refused file; the others of the same upload are not affected. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}
