import type { QueryClient } from '@tanstack/react-query';
import type { ContactAnswers, DealAnswers } from '../../../bff/view-models/answers.ts';
import type { Contact, DetailsSaved } from '../../../bff/view-models/contact.ts';
import type { DealAnswer } from '../../../bff/view-models/deal.ts';
import { askAsCustomer } from '../ask-as-customer.ts';
import { dealApiPath, dealQuery, keepDeal, keepDealOfRefusal } from '../deals/deal-query.ts';
import { contactQuery } from '../gate/contact-query.ts';
import { currentVisitor } from '../gate/visitor.ts';
import { rememberFlow } from './flow-memory.ts';
import type { SaveTarget } from './save-target.ts';

/** Answers about the installation belong to the deal; the server's answer replaces what we knew of it. */
export function saveToDeal(client: QueryClient, dealId: string): SaveTarget<DealAnswers> {
  return {
    write: `deal:${dealId}`,
    save: async (props, idempotencyKey) => {
      try {
        const body = { props };
        const answer = await askAsCustomer<DealAnswer>(dealApiPath(dealId), { method: 'PUT', body, idempotencyKey });
        // Only a confirmed answer counts as answering, and before the deal may say that the survey is complete.
        rememberFlow(dealId, 'answering');
        keepDeal(client, answer.deal);
      } catch (error) {
        keepDealOfRefusal(client, dealId, error);
        throw error;
      }
    },
  };
}

/** Name and address belong to the contact, and stand on the quote: so the deal is read again. */
export function saveToContact(client: QueryClient, dealId: string): SaveTarget<Partial<ContactAnswers>> {
  return {
    write: `contact:${dealId}`,
    save: async (properties, idempotencyKey) => {
      await askAsCustomer<DetailsSaved>('/api/contacts/contactDetails', {
        method: 'POST',
        body: { properties },
        idempotencyKey,
      });
      const query = contactQuery(currentVisitor().surveyHash ?? '');
      client.setQueryData(
        query.queryKey,
        (known: Contact | undefined) => known && { ...known, ...onlyTexts(properties) },
      );
      void client.invalidateQueries({ queryKey: query.queryKey });
      void client.invalidateQueries({ queryKey: dealQuery(dealId).queryKey });
    },
  };
}

function onlyTexts(properties: Partial<ContactAnswers>): Partial<Contact> {
  const { First_Name, Last_Name, Phone, Mailing_Street, Mailing_Zip, Mailing_City, Mailing_Country } = properties;
  const texts = { First_Name, Last_Name, Phone, Mailing_Street, Mailing_Zip, Mailing_City, Mailing_Country };
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
}
