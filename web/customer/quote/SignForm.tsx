import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { fieldProblem, isRequestFailed, mayPass } from '../../api/problem.ts';
import { draftKey } from '../../device/drafts.ts';
import { confirmWrite, idempotencyKey } from '../../device/idempotency-key.ts';
import { useDraft } from '../../device/use-draft.ts';
import { HELP } from '../../texts/page.ts';
import { SIGN } from '../../texts/signing.ts';
import { Field } from '../../ui/Field.tsx';
import { SaveProblem } from '../../ui/SaveProblem.tsx';
import { keepDeal, keepDealOfRefusal, sendApproval } from '../deals/deal-query.ts';
import { useContact } from '../gate/contact-context.ts';
import { SellerPhone } from '../SellerPhone.tsx';
import { rememberFlow } from '../survey/flow-memory.ts';
import { changePath } from '../survey/survey-place.ts';
import { WriteButton } from '../WriteButton.tsx';
import { BeforeSigning } from './BeforeSigning.tsx';
import { FinancingChosen } from './FinancingChosen.tsx';
import { LoanWarning } from './FinancingTerms.tsx';
import { Ordering } from './Ordering.tsx';
import './signature.css';

const SHORTEST_NAME = 2;
const FIELD = 'gaikan_signature_plain';

export interface SignFormProps {
  deal: Deal;
  /** The payment of an older quote, as chosen at approval. */
  financing: boolean | undefined;
  onChangeFinancing: () => void;
  onSigned: (name: string) => void;
  onAlreadySigned: () => void;
}

/** The contract: the name, the consequences, and a button that names them (decision F4). */
export function SignForm({ deal, financing, onChangeFinancing, onSigned, onAlreadySigned }: SignFormProps) {
  const contact = useContact();
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const draft = useDraft({ key: draftKey(contact.id, deal.id, 'sign'), area: 'session' }, '');
  const name = draft.value.trim();
  const write = `sign:${deal.id}`;
  const sign = useMutation({
    mutationFn: (typed: string) => {
      const body = {
        gaikan_signature_plain: typed,
        fingerprint: deal.fingerprint,
        ...(financing !== undefined && { financing }),
      };
      return sendApproval(deal.id, body, idempotencyKey(write, body));
    },
    // Never without the person pressing again.
    retry: false,
    onSuccess: (answered, typed) => {
      confirmWrite(write);
      draft.forget();
      onSigned(typed);
      keepDeal(client, answered);
      void client.invalidateQueries({ queryKey: ['contact'] });
    },
    onError: (error) => {
      if (isRequestFailed(error) && error.code === 'already_signed') onAlreadySigned();
      keepDealOfRefusal(client, deal.id, error);
    },
  });
  useEffect(() => heading.current?.focus(), []);

  const isNotRecorded = isRequestFailed(sign.error) && sign.error.code === 'not_recorded';

  function submit(event: FormEvent) {
    event.preventDefault();
    sign.mutate(name);
  }

  return (
    <form className="sign" onSubmit={submit} noValidate>
      <h2 ref={heading} tabIndex={-1}>
        {SIGN.heading}
      </h2>
      <Ordering deal={deal} />
      <BeforeSigning />
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
      {financing !== undefined && <FinancingChosen deal={deal} financing={financing} onChange={onChangeFinancing} />}
      {financing && <LoanWarning />}
      <WriteButton
        type="submit"
        busy={sign.isPending}
        missing="signature"
        disabledReason={name.length < SHORTEST_NAME ? SIGN.missingName : undefined}
      >
        <span className="sign-agree">{SIGN.sign}</span> <span className="sign-duty">{SIGN.duty}</span>
      </WriteButton>
      {sign.isPending && <p role="status">{SIGN.signing}</p>}
      {sign.error && (
        <SaveProblem
          error={sign.error}
          before={mayPass(sign.error) && !isNotRecorded ? SIGN.unknownOutcome : ''}
          unknown={SIGN.unknownOutcome}
        />
      )}
      {sign.error && (
        <p>
          <SellerPhone before={HELP.call} />
        </p>
      )}
      {isRequestFailed(sign.error) && sign.error.code === 'details_missing' && (
        <Link to={changePath(deal.id, 'contact')} onClick={() => rememberFlow(deal.id, 'changing')}>
          {SIGN.giveDetails}
        </Link>
      )}
    </form>
  );
}
