import type { Note } from '../../crm-contract/shapes/notes-and-files.ts';
import { wishIn } from '../crm/texts/edit-texts.ts';
import { askedIn, WISH_TITLE } from '../crm/texts/message-texts.ts';
import { pricedAnswers } from '../view-models/answers.ts';
import type { CustomerWish } from '../view-models/callcenter.ts';

export function isWish({ Note_Title }: Pick<Note, 'Note_Title'>): boolean {
  return Note_Title?.startsWith(WISH_TITLE) === true;
}

/** What a deal's customer asked to have otherwise (decision J2), by the note about it. */
export function wishOf({ Note_Content, Created_Time }: Pick<Note, 'Note_Content' | 'Created_Time'>): CustomerWish {
  const asked = askedIn(Note_Content ?? '');
  const wished = asked.answers.map(wishIn).filter((each) => each !== null);
  const answers = Object.fromEntries(wished.map(({ field, value }) => [field, value]));
  const inputs = pricedAnswers.strip().safeParse(answers).data ?? {};
  return { at: Created_Time, words: asked.all, inputs };
}
