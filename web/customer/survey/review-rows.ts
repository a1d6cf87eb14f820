import type { Contact } from '../../../bff/view-models/contact.ts';
import { BATTERY_LABELS, REVIEW } from '../../texts/contact-survey.ts';
import { PANELS_AGE_LABELS } from '../../texts/survey.ts';
import type { PageStep } from './page-place.ts';

/** An answer as it is read back: the lines under a step's name. No lines means that nothing was filled in. */
export interface ReviewRow {
  step: PageStep;
  lines: string[];
}

/** The saved answers in the order of the steps; the photos are not among them, the CRM has to be asked for those. */
export function reviewRows(contact: Omit<Contact, 'deals'>): ReviewRow[] {
  const size = contact.survey1_preferred_battery_size;
  const distance = contact.survey1_battery_box_distance_m;
  const { First_Name, Last_Name, Phone, Mailing_Street, Mailing_Zip, Mailing_City, Mailing_Country } = contact;
  return [
    { step: 'solar_panels', lines: solarLines(contact) },
    { step: 'battery', lines: size ? [BATTERY_LABELS.find(({ value }) => value === size)?.label ?? size] : [] },
    { step: 'survey1_battery_box_distance_m', lines: distance ? [REVIEW.metres(distance)] : [] },
    {
      step: 'Survey_basics',
      lines: [
        joined(First_Name, Last_Name),
        Phone,
        Mailing_Street,
        joined(Mailing_Zip, Mailing_City),
        Mailing_Country,
      ].filter((line): line is string => Boolean(line)),
    },
  ];
}

function solarLines(contact: Omit<Contact, 'deals'>): string[] {
  const { survey_1_has_solar_panels: has, survey1_number_of_panels: count, survey1_panels_age: age } = contact;
  if (has === null) return [];
  if (!has) return [REVIEW.noPanels];
  const labels: Record<string, string> = PANELS_AGE_LABELS;
  return [REVIEW.hasPanels(count ?? '', labels[age ?? ''] ?? age ?? '')];
}

function joined(...parts: (string | null)[]) {
  return parts.filter(Boolean).join(' ');
}
