import type { QueryClient } from '@tanstack/react-query';
import type { ContactAnswers } from '../../../bff/view-models/answers.ts';
import type { Contact, DetailsSaved } from '../../../bff/view-models/contact.ts';
import { contactQuery, dealQuery } from '../contact-and-deal.ts';
import { askAsCustomer, currentVisitor } from '../gate/visitor.ts';
import { rememberAnswering } from './deal-survey-steps.ts';
import type { SaveTarget } from './SaveState.tsx';

type Answers = Partial<ContactAnswers>;

/** Saves the answers of /pages to the contact. */
export function saveToPages(client: QueryClient): SaveTarget<Answers> {
  return { write: 'pages', save: (answers, key) => saveContact(client, answers, key) };
}

/** Name and address are also on the quote, so the deal is read again before the quote can be agreed to. */
export function saveToContact(client: QueryClient, dealId: string): SaveTarget<Answers> {
  return {
    write: `contact:${dealId}`,
    save: async (answers, key) => {
      await saveContact(client, answers, key, () => rememberAnswering(dealId));
      await client.invalidateQueries({ queryKey: dealQuery(dealId).queryKey });
    },
  };
}

async function saveContact(client: QueryClient, answers: Answers, idempotencyKey: string, onConfirmed?: () => void) {
  const body = bodyOf(answers);
  await askAsCustomer<DetailsSaved>('/api/contacts/contactDetails', { method: 'POST', body, idempotencyKey });
  // Before the cached contact is complete: otherwise this visitor would seem to have reached the end.
  onConfirmed?.();
  const { queryKey } = contactQuery(currentVisitor().surveyHash ?? '');
  const given = Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined));
  // A read in flight may be older than this save.
  await client.cancelQueries({ queryKey }, { revert: false, silent: true });
  client.setQueryData(queryKey, (known: Contact | undefined) => known && { ...known, ...given });
  void client.invalidateQueries({ queryKey });
}

/** The call has two forms (§7.2): "Ja" or "Nee" is sent as a single pair, everything else as properties. */
function bodyOf(answers: Answers) {
  const [pair, ...more] = Object.entries(answers);
  const isYesNo = pair?.[0] === 'survey_1_has_solar_panels' && more.length === 0;
  return isYesNo ? [{ name: pair[0], value: pair[1] }] : { properties: answers };
}
