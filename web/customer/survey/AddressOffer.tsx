import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AddressAsked, AddressFound } from '../../../bff/view-models/contact.ts';
import { CONTACT } from '../../texts/survey-steps.ts';
import { Button } from '../../ui/Button.tsx';
import { askAsCustomer } from '../ask-as-customer.ts';
import { addressToAsk, missingParts } from './address-offer.ts';
import type { ContactTyped } from './contact-fields.ts';

interface AddressOfferProps {
  typed: ContactTyped;
  /** Nothing is looked up while somebody is still typing it. */
  isTyping: boolean;
  onTake: (filled: ContactTyped) => void;
}

const HOUR_MS = 60 * 60_000;

/** Offers street and city by postcode and house number. Whatever goes wrong, there is no offer. */
export function AddressOffer({ typed, isTyping, onTake }: AddressOfferProps) {
  const [taken, setTaken] = useState('');
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (taken) message.current?.focus();
  }, [taken]);
  const asked = isTyping ? undefined : addressToAsk(typed);
  const { data: found } = useQuery({
    queryKey: ['address', asked],
    queryFn: ({ signal }) => ask(asked, signal),
    enabled: asked !== undefined,
    staleTime: HOUR_MS,
    retry: false,
  });
  const parts = asked && found ? missingParts(typed, found) : {};
  const address = Object.values(parts).join(', ');

  return (
    <div className="address-offer" aria-live="polite">
      {address ? (
        <>
          <p>{CONTACT.offer(address)}</p>
          <Button
            variant="quiet"
            onClick={() => {
              setTaken(address);
              onTake({ ...typed, ...parts });
            }}
          >
            {CONTACT.takeOffer} <span className="unseen">{address}</span>
          </Button>
        </>
      ) : (
        taken && (
          <p ref={message} tabIndex={-1}>
            {CONTACT.offerTaken(taken)}
          </p>
        )
      )}
    </div>
  );
}

async function ask(asked: AddressAsked | undefined, signal: AbortSignal) {
  const { address } = await askAsCustomer<AddressFound>('/api/contacts/address', {
    method: 'POST',
    body: asked,
    signal,
  });
  return address;
}
