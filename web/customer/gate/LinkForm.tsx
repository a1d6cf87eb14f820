import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { LinkRequested } from '../../../bff/view-models/contact.ts';
import { askBff } from '../../api/ask-bff.ts';
import { fieldProblem } from '../../api/problem.ts';
import { LINK_FORM } from '../../texts/link-form.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { goToField } from '../../ui/field-id.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SaveProblem } from '../../ui/SaveProblem.tsx';

/** Something on both sides of an @, and a dot in what is behind it; whether it exists only a mail can tell. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Asks for the personal link again; the answer is the same whoever asks (decision B4). */
export function LinkForm() {
  const [email, setEmail] = useState('');
  const [refused, setRefused] = useState(false);
  const request = useMutation({
    mutationFn: (address: string) =>
      askBff<LinkRequested>('/api/contacts/link', { method: 'POST', body: { email: address } }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const isWhole = EMAIL.test(email.trim());
    setRefused(!isWhole);
    if (isWhole) request.mutate(email.trim());
    else goToField('email');
  }

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
          // What was said is about the address before.
          if (!request.isPending) request.reset();
        }}
        error={refused ? LINK_FORM.wrong : fieldProblem(request.error, 'email')}
      />
      <Button type="submit" busy={request.isPending}>
        {request.isPending ? LINK_FORM.sending : LINK_FORM.submit}
      </Button>
      {request.error && <SaveProblem error={request.error} />}
      {request.data && (
        <Notice takesFocus>
          <p>{request.data.message}</p>
        </Notice>
      )}
    </form>
  );
}
