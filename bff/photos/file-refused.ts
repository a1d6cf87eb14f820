import { API_TEXTS } from '../http/api-texts.ts';
import type { ProblemCode } from '../view-models/problem.ts';

/** Why a file is refused: the error code and, in Dutch, what the user can do. */
export const REFUSALS = {
  unsupported: { code: 'unsupported_file', detail: API_TEXTS.photos.unsupported },
  damaged: { code: 'unsupported_file', detail: API_TEXTS.photos.damaged },
  active: { code: 'unsupported_file', detail: API_TEXTS.photos.active },
  closed: { code: 'unsupported_file', detail: API_TEXTS.photos.closed },
  unchecked: { code: 'unsupported_file', detail: API_TEXTS.photos.unchecked },
  too_large: { code: 'too_large', detail: API_TEXTS.photos.tooLarge },
  too_many_files: { code: 'too_large', detail: API_TEXTS.photos.tooManyFiles },
  full: { code: 'too_large', detail: API_TEXTS.photos.full },
  empty: { code: 'field_invalid', detail: API_TEXTS.photos.empty },
  cut: { code: 'field_invalid', detail: API_TEXTS.photos.cut },
  other_field: { code: 'field_invalid', detail: API_TEXTS.photos.otherField },
  stalled: { code: 'busy', detail: API_TEXTS.photos.stalled },
  no_place: { code: 'busy', detail: API_TEXTS.photos.noPlace },
} as const satisfies Record<string, { code: ProblemCode; detail: string }>;
export type FileRefusal = keyof typeof REFUSALS;

/** One refused file; the other files of the upload are not affected. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  readonly refusal: FileRefusal;

  constructor(refusal: FileRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** The sharpest phones make 108 megapixels; a small file that unpacks to more would crash the staff's viewer. */
export const MOST_PIXELS = 120_000_000;
