import { type FormEvent, useEffect, useRef } from 'react';
import type { Conditions, Deal } from '../../../bff/view-models/deal.ts';
import { missingDetails } from '../../../bff/view-models/order-details.ts';
import { vatWords } from '../../../bff/view-models/vat-texts.ts';
import { fieldProblem, isRequestFailed } from '../../api/ask-bff.ts';
import { draftKey, useDraft } from '../../device/drafts.ts';
import { addressLines } from '../../texts/format.ts';
import { FINANCING, SIGN } from '../../texts/order.ts';
import { REVIEW } from '../../texts/survey.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Money } from '../../ui/Money.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useContact } from '../contact-and-deal.ts';
import { CallUs } from '../Help.tsx';
import { WriteButton } from '../PageFrame.tsx';
import { ActProblem, DetailsLink } from './acts.tsx';
import { useApproval } from './approve.tsx';
import { Terms } from './GoodToKnow.tsx';
import { FinancingTerms, LoanWarning, Payments } from './Paying.tsx';
import './sign-form.css';
import './signature.css';

const SHORTEST_NAME = 2;
const FIELD = 'gaikan_signature_plain';

interface SignFormProps {
  deal: Deal;
  conditions: Conditions;
  /** The payment chosen when approving an older quote. */
  financing: boolean | undefined;
  onChangeFinancing: () => void;
  onSigned: (name: string) => void;
  onAlreadySigned: () => void;
}

/**
 * The contract: the texts that a customer must be able to read before signing, the field for the name, and a button
 * whose text states the duty to pay (decision F4). The conditions come with the deal, so the customer signs exactly the
 * conditions that are shown (decision F1).
 */
export function SignForm(props: SignFormProps) {
  const { deal, conditions, financing, onChangeFinancing, onSigned, onAlreadySigned } = props;
  const { terms, loan } = conditions;
  const contact = useContact();
  const heading = useRef<HTMLHeadingElement>(null);
  const draft = useDraft({ key: draftKey(contact.id, deal.id, 'sign'), area: 'session' }, '');
  const name = draft.value.trim();
  const sign = useApproval({
    deal,
    onApproved: ({ gaikan_signature_plain: typed = '' }) => {
      draft.forget();
      onSigned(typed);
    },
    onAlreadySigned,
  });
  useEffect(() => heading.current?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    sign.mutate({ gaikan_signature_plain: name, fingerprint: deal.fingerprint, financing });
  }

  // The refusal below the button then names them.
  const lacksDetails = isRequestFailed(sign.error) && sign.error.code === 'details_missing';

  return (
    <form className="sign" onSubmit={submit} noValidate>
      <h2 ref={heading} tabIndex={-1}>
        {SIGN.heading}
      </h2>
      <Ordering deal={deal} payments={financing ? [] : conditions.payments} />
      {financing !== undefined && (
        <FinancingChosen deal={deal} loan={loan} financing={financing} onChange={onChangeFinancing} />
      )}
      {financing && <LoanWarning loan={loan} />}
      <div className="before-signing">
        <h3>{SIGN.withdrawalTitle}</h3>
        <p>{SIGN.withdrawal}</p>
        <Terms terms={terms}>
          {SIGN.termsTitle} <span className="small">{terms.version}</span>
        </Terms>
        <p className="small">{SIGN.termsAgree}</p>
      </div>
      {!lacksDetails && <MissingDetails dealId={deal.id} />}
      <Field
        label={SIGN.name}
        name="signature"
        autoComplete="name"
        required
        value={draft.value}
        onChange={(event) => {
          if (fieldProblem(sign.error, FIELD)) sign.reset();
          draft.change(event.target.value);
        }}
        error={fieldProblem(sign.error, FIELD)}
      />
      {name && (
        <p className="sign-name">
          <span className="small">{SIGN.willStand}</span> <span className="signature">{name}</span>
        </p>
      )}
      <WriteButton
        type="submit"
        busy={sign.isPending}
        missing="signature"
        disabledReason={name.length < SHORTEST_NAME ? SIGN.missingName : undefined}
      >
        <span className="sign-agree">{SIGN.sign}</span> <span className="sign-duty">{SIGN.duty}</span>
      </WriteButton>
      {sign.isPending && <p role="status">{SIGN.signing}</p>}
      {sign.error && <ActProblem error={sign.error} notRecorded={SIGN.notRecorded} unknown={SIGN.unknown} />}
      {lacksDetails && <DetailsLink dealId={deal.id} />}
    </form>
  );
}

/** What the server would refuse the signature for (decision J6), and the way to give it. */
function MissingDetails({ dealId }: { dealId: string }) {
  const missing = missingDetails(useContact());
  if (missing.length === 0) return null;
  return (
    <Notice tone="warning" title={SIGN.missing}>
      <ul className="bullets">
        {missing.map((detail) => (
          <li key={detail}>{SIGN.details[detail]}</li>
        ))}
      </ul>
      <DetailsLink dealId={dealId} />
    </Notice>
  );
}

interface FinancingChosenProps extends Pick<Conditions, 'loan'> {
  deal: Deal;
  financing: boolean;
  onChange: () => void;
}

/** How an older quote will be paid, with amount and term, and a button to change it. */
function FinancingChosen({ deal, loan, financing, onChange }: FinancingChosenProps) {
  return (
    <div className="financing-chosen">
      <p>
        {financing ? FINANCING.chosen.with : FINANCING.chosen.without}{' '}
        {financing && deal.financing && (
          <strong>
            <Money value={deal.financing.monthlyEuros} /> {FINANCING.perMonth}, {FINANCING.fixed}
          </strong>
        )}
      </p>
      {financing && <FinancingTerms loan={loan} />}
      <Button variant="plain" onClick={onChange}>
        {FINANCING.change}
      </Button>
    </div>
  );
}

/** The order at a glance: products, address, price, payment, and whom to call. */
function Ordering({ deal, payments }: { deal: Deal } & Pick<Conditions, 'payments'>) {
  const { Full_Name, Mailing_Street, Mailing_Zip, Mailing_City } = deal.customer;
  const address = [Full_Name, ...addressLines({ Mailing_Street, Mailing_Zip, Mailing_City })].filter(Boolean);
  const { highlights, totals, notices } = deal.quote;
  const ordered = highlights.map(({ text, detail }) => [text, detail].filter(Boolean).join(', '));
  return (
    <>
      <dl className="facts ordering">
        <div>
          <dt>{SIGN.order}</dt>
          {(ordered.length > 0 ? ordered : [deal.Deal_Name]).map((what) => (
            <dd key={what}>{what}</dd>
          ))}
        </div>
        <div>
          <dt>{SIGN.onName}</dt>
          {address.map((line) => (
            <dd key={line}>{line}</dd>
          ))}
          <dd>
            <DetailsLink dealId={deal.id} className="review-change">
              {REVIEW.change} <span className="unseen">{SIGN.address}</span>
            </DetailsLink>
          </dd>
        </div>
        <div>
          <dt>{SIGN.sum}</dt>
          <dd className="sign-sum">
            <Money value={totals.finalInclVat} /> <span className="small">{vatWords(totals).toPay}</span>
          </dd>
          {notices.map((notice) => (
            <dd key={notice}>{notice}</dd>
          ))}
          <dd>
            <Payments payments={payments} />
          </dd>
          <dd>{SIGN.payNothing}</dd>
        </div>
      </dl>
      <CallUs />
    </>
  );
}
