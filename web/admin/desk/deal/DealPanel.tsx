import { useState } from 'react';
import { isCallOutcome } from '../../../../bff/view-models/call-outcomes.ts';
import type { AdminContact, AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { vatWords } from '../../../../bff/view-models/vat-texts.ts';
import { type ReceivedFile, receivedFile } from '../../../device/received-file.ts';
import { PdfButton } from '../../../quote/PdfButton.tsx';
import { QuoteHighlights, QuoteParties, QuoteTable } from '../../../quote/QuoteSheet.tsx';
import { staffProblemText } from '../../../texts/admin.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { ACTION } from '../../../texts/admin-desk.ts';
import { formatFigure } from '../../../texts/format.ts';
import { Money } from '../../../ui/Money.tsx';
import { askAsAdmin } from '../../ask-as-admin.ts';
import { Facts } from '../../layout/Facts.tsx';
import { Dots } from '../../layout/Loading.tsx';
import type { NextLead } from '../../queue/use-leads.ts';
import { ActionProblem } from '../ActionProblem.tsx';
import { contactApiPath } from '../contact/contact-query.ts';
import { PhoneLink } from '../contact/PhoneLink.tsx';
import { Done, NewTab, UndoLine, useStay } from '../Done.tsx';
import { Question } from '../Question.tsx';
import { useAction, usePanelDraft } from '../use-action.ts';
import { CallOutcomes } from './CallOutcomes.tsx';
import { DiscountForm, QuoteEditing, QuoteLock } from './QuoteEditing.tsx';
import { CustomerWish, QuoteSource, QuoteState } from './QuoteState.tsx';
import './deal.css';
import '../../../quote/quote.css';
import '../../../quote/quote-rows.css';
import '../../../quote/quote-total.css';

interface DealPanelProps {
  contact: AdminContact;
  deal: AdminDeal;
  /** Whether to link the number: a colleague may have closed the lead. */
  mayCall: boolean | null;
  next: NextLead;
  /** The panel or its confirmation dialog received the focus. */
  onWork: () => void;
}

/** One deal's panel: idle, "..." while an action runs, then only "done"; reset for another deal (§4). */
export function DealPanel({ contact, deal, mayCall, next, onWork }: DealPanelProps) {
  const action = useAction(contact, deal.id);
  const link = useAction(contact, 'link');
  const note = usePanelDraft(contact.id, 'note');
  const { heading, stay } = useStay(contact.id, action);
  const part = { contact, deal, action, note };
  const confirmed = action.confirmed?.body.action ?? '';
  return (
    <section aria-label={deal.Deal_Name ?? DEAL_PANEL.nameless} onFocus={onWork}>
      <h2 ref={heading} tabIndex={-1}>
        {deal.Deal_Name ?? DEAL_PANEL.nameless} {deal.Stage && <span className="small">{deal.Stage}</span>}
      </h2>
      {action.pending && <Dots spoken={ACTION.pendingSpoken} />}
      {!action.pending && <UndoLine contact={contact} dealId={deal.id} action={action} />}
      {action.result && !action.pending && (
        <Done
          result={action.result}
          crmUrl={confirmed === 'survey1_no_calc' ? deal.crmUrl : undefined}
          link={confirmed === 'approve' ? link : undefined}
          goesOn={isCallOutcome(confirmed)}
          onStay={stay}
          next={next}
        />
      )}
      {!action.result && (
        <div className="deal-parts stack gap-4" hidden={action.pending}>
          <ActionProblem action={action} deal={deal} />
          <QuoteState {...part} />
          <div className="deal-work stack gap-4">
            <CallOutcomes {...part} link={link} next={next} />
            <CustomerWish {...part} />
            <QuoteLock deal={deal}>
              <QuoteEditing {...part} />
              <QuoteSource {...part} />
              <DiscountForm {...part} />
            </QuoteLock>
          </div>
          <div className="deal-data stack gap-4">
            <div className="row apart">
              <Links contact={contact} deal={deal} />
              <DealPdf contactId={contact.id} deal={deal} />
            </div>
            <Products deal={deal} />
            <div className="deal-facts">
              <Address contact={contact} deal={deal} mayCall={mayCall} />
              <FieldList deal={deal} />
            </div>
            <CustomerView deal={deal} />
          </div>
        </div>
      )}
      <Question action={action} />
    </section>
  );
}

interface AddressProps {
  contact: AdminContact;
  deal: AdminDeal;
  mayCall: boolean | null;
}

function Address({ contact, deal, mayCall }: AddressProps) {
  const lines = [
    contact.Email,
    [contact.First_Name, contact.Last_Name].filter(Boolean).join(' '),
    contact.Mailing_Street,
    [contact.Mailing_Zip, contact.Mailing_City].filter(Boolean).join(' '),
    contact.Mailing_Country,
  ].filter((line) => Boolean(line));
  return (
    <section className="address">
      <p className="small">
        {DEAL_PANEL.dealId} {deal.id}
      </p>
      <h3>{DEAL_PANEL.address}</h3>
      <address>
        {contact.Phone && <PhoneLink phone={contact.Phone} name={contact.Full_Name} mayCall={mayCall} />}
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </section>
  );
}

/** The quote, rendered with the customer's own components. */
function CustomerView({ deal }: { deal: AdminDeal }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="customer-view stack" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="strong">{DEAL_PANEL.customerView}</summary>
      {open && (
        <div className="quote">
          {deal.survey1_calc && (
            <>
              <QuoteHighlights deal={deal} />
              <QuoteParties deal={deal} />
              <QuoteTable deal={deal} />
              <p className="row spread strong">
                {DEAL_PANEL.totals.final} <Money value={deal.quote.totals.finalInclVat} />
              </p>
            </>
          )}
        </div>
      )}
    </details>
  );
}

/** The PDF that the customer can download; nothing if the customer cannot. */
function DealPdf({ contactId, deal }: { contactId: string; deal: AdminDeal }) {
  if (!['approve', 'signed', 'withdrawn'].includes(deal.quoteArea) && !deal.canReconsider) return null;
  const path = contactApiPath(contactId, `/deals/${encodeURIComponent(deal.id)}/offerte.pdf`);
  const fetchPdf = () => askAsAdmin<ReceivedFile>(path, { read: receivedFile });
  return <PdfButton text={DEAL_PANEL.pdf} fetchPdf={fetchPdf} wording={staffProblemText} />;
}

/** Links to the CRM records, and to a preview of the customer's page in which nothing can be signed (decision B6). */
function Links({ contact, deal }: { contact: AdminContact; deal: AdminDeal }) {
  return (
    <section className="deal-links row apart">
      <h3>{DEAL_PANEL.links}</h3>
      <ul className="row apart">
        <li>
          <NewTab url={deal.crmUrl} text={DEAL_PANEL.dealLink} />
        </li>
        <li>
          <NewTab url={contact.crmUrl} text={DEAL_PANEL.contactLink} />
        </li>
        <li>
          {contact.previewUrl ? (
            <NewTab url={contact.previewUrl} text={DEAL_PANEL.liveQuote} />
          ) : (
            <span className="small">{DEAL_PANEL.noQuoteLink}</span>
          )}
        </li>
      </ul>
    </section>
  );
}

/** The quote's rows with "Totaal", "Btw" and "Eind totaal"; the older format ends with its discount (§2.10). */
function Products({ deal }: { deal: AdminDeal }) {
  const { rows, totals: sums } = deal.quote;
  const totals = [
    { label: DEAL_PANEL.totals.sum, value: sums.productUnitPriceSum },
    { label: vatWords(sums).vat, value: sums.vat },
    { label: DEAL_PANEL.totals.final, value: sums.finalInclVat },
  ];
  return (
    <section className="stack">
      <h3>{DEAL_PANEL.products}</h3>
      {rows.length === 0 && (
        <p className="small">
          {deal.unreadable.length > 0 && deal.quoteArea === 'incomplete'
            ? DEAL_PANEL.hiddenProducts
            : DEAL_PANEL.noProducts}
        </p>
      )}
      <table className="product-table">
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                {row.name}
                {row.amount !== null && row.amount !== 1 && (
                  <span className="product-pieces small">
                    {formatFigure(row.amount)} × <Money value={row.pricePer} />
                  </span>
                )}
              </th>
              <td>
                <Money value={row.total} />
              </td>
            </tr>
          ))}
        </tbody>
        {deal.survey1_calc && (
          <tfoot>
            {totals.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>
                  <Money value={value} />
                </td>
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </section>
  );
}

function FieldList({ deal }: { deal: AdminDeal }) {
  return (
    <details className="field-list">
      <summary className="strong">{DEAL_PANEL.fields}</summary>
      <Facts
        className="pairs"
        rows={dealFields(deal).map(({ name, value }) => ({
          name,
          value: value.startsWith('data:image/') ? DEAL_PANEL.image : value,
        }))}
      />
    </details>
  );
}

/** Every field whose name starts with survey1 or gaikan and whose value is truthy and not an object (§2.10). */
export function dealFields(deal: AdminDeal) {
  return Object.entries(deal).flatMap(([name, value]) =>
    /^(survey1|gaikan)/.test(name) && value && typeof value !== 'object' ? [{ name, value: String(value) }] : [],
  );
}
