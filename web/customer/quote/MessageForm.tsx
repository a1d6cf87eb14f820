import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { fieldProblem } from '../../api/ask-bff.ts';
import { CONTACT_KEY } from '../../api/query-client.ts';
import { draftKey, useDraft } from '../../device/drafts.ts';
import { formatMoment } from '../../texts/format.ts';
import { MESSAGE_FORM } from '../../texts/quote-parts.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { dealQuery, useContact } from '../contact-and-deal.ts';
import { SellerPhone } from '../Help.tsx';
import { WriteButton } from '../PageFrame.tsx';
import { ActProblem, DetailsLink, sendMessage } from './acts.tsx';

interface MessageFormProps {
  dealId: string;
  kind: 'question' | 'decline';
  onCancel: () => void;
  /** Until the answer nothing may close the form: what is on its way cannot be taken back. */
  onSending: (isSending: boolean) => void;
}

const LONGEST = 2000;

/** A question, whose text is required, or a refusal, whose reason is optional. A retry creates no second message. */
export function MessageForm({ dealId, kind, onCancel, onSending }: MessageFormProps) {
  const contact = useContact();
  const client = useQueryClient();
  const texts = MESSAGE_FORM[kind];
  const draft = useDraft({ key: draftKey(contact.id, dealId, kind), area: 'session' }, '');
  const typed = draft.value.trim();
  const field = kind === 'question' ? 'text' : 'reason';
  const message = useMutation({
    mutationFn: (text: string) => sendMessage(dealId, kind, text === '' ? {} : { [field]: text }),
    onMutate: () => onSending(true),
    onSettled: () => onSending(false),
    onSuccess: () => {
      draft.forget();
      // Declining changes the deal's state, on its page and in the list of deals.
      if (kind === 'decline') {
        for (const queryKey of [dealQuery(dealId).queryKey, CONTACT_KEY]) void client.invalidateQueries({ queryKey });
      }
    },
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    message.mutate(typed);
  }

  if (message.data) {
    return (
      <Notice takesFocus title={`${texts.received} ${MESSAGE_FORM.at(formatMoment(message.data.at, 0))}`}>
        {message.variables && <p className="small">{message.variables}</p>}
        <p>{texts.next}</p>
      </Notice>
    );
  }
  if (kind === 'question' && !contact.Phone && !contact.Email) return <Unreachable dealId={dealId} />;
  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <h3>{texts.title}</h3>
      {texts.reasons.length > 0 && (
        <div className="button-row chips">
          {texts.reasons.map((reason) => (
            <Button
              key={reason}
              variant="quiet"
              busy={message.isPending}
              onClick={() => draft.change(typed === '' ? reason : `${typed}. ${reason}`)}
            >
              {reason}
            </Button>
          ))}
        </div>
      )}
      <TextArea
        label={texts.label}
        hint={texts.hint}
        name={kind}
        required={kind === 'question'}
        maxLength={LONGEST}
        // What is typed while it is being sent would be lost.
        readOnly={message.isPending}
        value={draft.value}
        onChange={(event) => {
          if (fieldProblem(message.error, field)) message.reset();
          draft.change(event.target.value);
        }}
        error={fieldProblem(message.error, field)}
      />
      <div className="button-row">
        <WriteButton
          type="submit"
          busy={message.isPending}
          missing={kind}
          disabledReason={kind === 'question' && typed === '' ? texts.missing : undefined}
        >
          {texts.send}
        </WriteButton>
        <Button variant="quiet" busy={message.isPending} onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
      {message.isPending && <p role="status">{texts.sending}</p>}
      {message.error && <ActProblem error={message.error} before={texts.failed} unknown={texts.unknown} />}
    </form>
  );
}

/** A question of a customer whom nobody can answer. */
function Unreachable({ dealId }: { dealId: string }) {
  return (
    <Notice tone="warning" takesFocus>
      <p>
        {MESSAGE_FORM.unreachable} <SellerPhone />.
      </p>
      <DetailsLink dealId={dealId} />
    </Notice>
  );
}
