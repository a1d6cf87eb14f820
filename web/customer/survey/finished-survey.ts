import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trimAddress } from '../../../bff/view-models/choices.ts';
import type { SurveyReceived } from '../../../bff/view-models/contact.ts';
import { draftKey, useDraft } from '../../device/drafts.ts';
import { askAsCustomer } from '../ask-as-customer.ts';
import { useContact } from '../gate/contact-query.ts';
import { useVisitor } from '../gate/visitor.ts';

/** The typed e-mail address, if the CRM has none. This tab keeps it until the contact's owner has received it. */
export function useGivenEmail() {
  return useDraft({ key: draftKey(useContact().id, 'pages', 'email'), area: 'session' }, '');
}

/** A repeated call, even from another device, creates nothing new in the CRM. */
function finishedSurveyQuery(contactId: string, email: string) {
  return queryOptions({
    queryKey: ['finished-survey', contactId, email],
    queryFn: () => {
      const body = email === '' ? {} : { email };
      return askAsCustomer<SurveyReceived>('/api/contacts/survey', { method: 'POST', body });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Tells the contact's owner that the survey is finished, whenever the last page is shown (decision J8). */
export function useFinishedSurvey() {
  const { id, Email } = useContact();
  const { preview } = useVisitor();
  const client = useQueryClient();
  const given = useGivenEmail();
  // Once the CRM has an address, the server refuses the typed one. So this page does not send it.
  const [email] = useState(Email === null ? trimAddress(given.value) : '');
  const { data, error, refetch } = useQuery({ ...finishedSurveyQuery(id, email), enabled: !preview });
  const received = preview ? { byEmail: Email !== null } : data;
  useEffect(() => {
    if (!data || email === '') return;
    client.setQueryData(finishedSurveyQuery(id, '').queryKey, data);
    given.forget();
  }, [data, email, client, id, given.forget]);
  return { received, error: received ? null : error, retry: () => void refetch() };
}
