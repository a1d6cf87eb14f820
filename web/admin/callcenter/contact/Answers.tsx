import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import { dealSurveyRows, type ReviewRow, surveyRows } from '../../../customer/survey/review-rows.ts';
import { CONTACT_PANEL } from '../../../texts/admin-contact.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { PAGE_NAMES, STEP_NAMES } from '../../../texts/page.ts';

interface AnswerSet {
  id: string;
  name: string;
  rows: { name: string; lines: string[] }[];
}

/** What the customer answered, in the words of the questions: about each deal, or without one about the house. */
export function Answers({ contact }: { contact: AdminContact }) {
  const ofDeals: AnswerSet[] = contact.deals.map((deal) => ({
    id: deal.id,
    name: deal.Deal_Name ?? DEAL_PANEL.nameless,
    rows: named(dealSurveyRows(deal), STEP_NAMES),
  }));
  // What the portal copied to a deal is not shown twice.
  const inDeals = new Set(ofDeals.flatMap(({ rows }) => rows.map(({ lines }) => lines.join())));
  const own = named(surveyRows(contact), PAGE_NAMES).filter(({ lines }) => !inDeals.has(lines.join()));
  const ofContact: AnswerSet = { id: contact.id, name: CONTACT_PANEL.answersOfContact, rows: own };
  const sets = [ofContact, ...ofDeals].filter(({ rows }) => rows.length > 0);
  return (
    <div className="contact-answers">
      {sets.length === 0 && <p className="small">{CONTACT_PANEL.noAnswers}</p>}
      {sets.map(({ id, name, rows }) => (
        <div key={id}>
          {sets.length > 1 && <p className="small">{name}</p>}
          <dl className="call-facts">
            {rows.map((row) => (
              <div key={row.name}>
                <dt>{row.name}</dt>
                <dd>{row.lines.join(', ')}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  );
}

function named<Step extends string>(rows: readonly ReviewRow<Step>[], names: Record<Step, string>) {
  return rows.flatMap(({ step, lines }) => (lines.length > 0 ? [{ name: names[step], lines }] : []));
}
