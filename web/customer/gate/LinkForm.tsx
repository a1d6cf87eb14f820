import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MAIL_ADDRESS, trimAddress } from '../../../bff/view-models/choices.ts';
import type { LinkRequested } from '../../../bff/view-models/contact.ts';
import { askBff, fieldProblem, isTooMany } from '../../api/ask-bff.ts';
import { LINK_FORM, WIPED_TEXTS } from '../../texts/gate.ts';
import { GATE } from '../../texts/page.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { goToField } from '../../ui/field-id.ts';
import { MINUTE_MS, useElapsed } from '../../ui/LoadingScreen.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SaveProblem } from '../../ui/SaveProblem.tsx';

const ASK_FOR_LINK = ['ask for link'];

interface LinkFormProps {
  /** Receives the screen's heading once the link is requested; undefined when the form returns. */
  onTitle: (title: string | undefined) => void;
  /** Another button on the screen comes first. */
  isSecond?: boolean;
}

/** Requests the personal link by mail. The answer is the same for every address (decision B4) and replaces the form. */
export function LinkForm({ onTitle, isSecond = false }: LinkFormProps) {
  const [email, setEmail] = useState('');
  const [refused, setRefused] = useState(false);
  // If the answer is lost, the mail may still have been sent. So there is no repeat until the visitor asks again.
  const client = useQueryClient();
  const request = useMutation({
    mutationKey: ASK_FOR_LINK,
    mutationFn: (address: string) =>
      askBff<LinkRequested>('/api/contacts/link', { method: 'POST', body: { email: address } }),
    onSuccess: () => onTitle(LINK_FORM.look),
  });

  const hasWaited = useElapsed(MINUTE_MS, request.error);
  const mustWait = isTooMany(request.error) && !hasWaited;

  const returns = useRef(false);
  const isSent = request.data !== undefined;
  useEffect(() => {
    if (!isSent && returns.current) goToField('email');
  }, [isSent]);

  function again() {
    returns.current = true;
    request.reset();
    onTitle(undefined);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    // A second press comes before the button shows that the first one is on its way.
    if (client.isMutating({ mutationKey: ASK_FOR_LINK }) > 0) return;
    const isWhole = MAIL_ADDRESS.test(trimAddress(email));
    setRefused(!isWhole);
    if (isWhole) request.mutate(trimAddress(email));
    else goToField('email');
  }

  if (request.data) return <LookInMail address={trimAddress(email)} answer={request.data.message} onAgain={again} />;
  return (
    <form className="form" onSubmit={submit} noValidate>
      <Field
        label={LINK_FORM.label}
        type="email"
        name="email"
        placeholder={LINK_FORM.placeholder}
        autoComplete="email"
        required
        value={email}
        onChange={(event) => {
          setEmail(event.target.value);
          setRefused(false);
          // The error is about the previous address, unless the visitor must wait.
          if (request.isError && !mustWait) request.reset();
        }}
        error={refused ? LINK_FORM.wrong : fieldProblem(request.error, 'email')}
      />
      <Button
        type="submit"
        variant={isSecond ? 'quiet' : 'primary'}
        busy={request.isPending}
        disabledReason={mustWait ? GATE.error.wait : undefined}
      >
        {request.isPending ? LINK_FORM.sending : LINK_FORM.submit}
      </Button>
      {request.error && <SaveProblem error={request.error} />}
    </form>
  );
}

/** Says where to look for the mail. Offers the form again, for another address or once the mail is overdue. */
function LookInMail({ address, answer, onAgain }: { address: string; answer: string; onAgain: () => void }) {
  // By then a mail has arrived, or never will.
  const isLate = useElapsed(MINUTE_MS);
  return (
    <Notice>
      <p>
        {LINK_FORM.asked} <strong>{address}</strong>
      </p>
      <p>{answer}</p>
      <p>{LINK_FORM.spam}</p>
      <p>
        <Button variant="plain" onClick={onAgain}>
          {LINK_FORM.correct}
        </Button>
      </p>
      {isLate ? (
        <Button variant="quiet" onClick={onAgain}>
          {LINK_FORM.again}
        </Button>
      ) : (
        <p className="small">{LINK_FORM.wait}</p>
      )}
    </Notice>
  );
}

/** Explains how to clear the browser history: a page cannot remove its own address from it. */
export function HistoryRemains() {
  const { title, done, history, steps, others } = WIPED_TEXTS;
  return (
    <Notice title={title} takesFocus>
      <p>{done}</p>
      <p>{history}</p>
      <ol>
        {steps(window.location.host).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>{others}</p>
    </Notice>
  );
}
