import type { Contact } from '../../../bff/view-models/contact.ts';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { dealSurveyRows, type ReviewRow, surveyRows } from '../../quote/answer-rows.ts';
import { REVIEW } from '../../texts/survey.ts';
import type { PageStep } from './page-place.ts';
import { type DealStep, isContactKnown } from './survey-place.ts';

/** The saved answers with who and where. */
export function reviewRows(contact: Omit<Contact, 'deals'>): ReviewRow<PageStep>[] {
  return [...surveyRows(contact), { step: 'Survey_basics', lines: detailLines(contact) }];
}

/** The same for a deal, with the contact details that the quote still lacks. */
export function dealReviewRows(
  deal: Deal,
  contact: Omit<Contact, 'deals'>,
): ReviewRow<Exclude<DealStep, 'complete'>>[] {
  const details = detailLines(contact);
  return [
    ...dealSurveyRows(deal),
    { step: 'contact', lines: isContactKnown(contact) ? details : [...details, REVIEW.incomplete] },
  ];
}

function detailLines(contact: Omit<Contact, 'deals'>) {
  const { First_Name, Last_Name, Phone, Mailing_Street, Mailing_Zip, Mailing_City, Mailing_Country } = contact;
  return [
    joined(First_Name, Last_Name),
    Phone,
    Mailing_Street,
    joined(Mailing_Zip, Mailing_City),
    Mailing_Country,
  ].filter((line): line is string => Boolean(line));
}

function joined(...parts: (string | null)[]) {
  return parts.filter(Boolean).join(' ');
}
