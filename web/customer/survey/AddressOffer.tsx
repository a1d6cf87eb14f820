import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AddressAsked, AddressFound } from '../../../bff/view-models/contact.ts';
import { CONTACT } from '../../texts/survey-steps.ts';
import { Button } from '../../ui/Button.tsx';
import { askAsCustomer } from '../gate/visitor.ts';
import { type ContactTyped, DUTCH_ZIP, isHome } from './contact-fields.ts';

interface AddressOfferProps {
  typed: ContactTyped;
  /** True while an address field is being edited: then nothing is looked up. */
  isTyping: boolean;
  onTake: (filled: ContactTyped) => void;
}

const HOUR_MS = 60 * 60_000;

/** Suggests street and city from postcode and house number. If the lookup fails, there is no suggestion. */
export function AddressOffer({ typed, isTyping, onTake }: AddressOfferProps) {
  const [taken, setTaken] = useState('');
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (taken) message.current?.focus();
  }, [taken]);
  const asked = isTyping ? undefined : addressToAsk(typed);
  const { data: found } = useQuery({
    queryKey: ['address', asked],
    queryFn: asked ? ({ signal }) => ask(asked, signal) : skipToken,
    staleTime: HOUR_MS,
    retry: false,
  });
  const parts = asked && found ? missingParts(typed, found) : {};
  const address = Object.values(parts).join(', ');

  return (
    <div className="address-offer notice" aria-live="polite">
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

async function ask(asked: AddressAsked, signal: AbortSignal) {
  const { address } = await askAsCustomer<AddressFound>('/api/contacts/address', {
    method: 'POST',
    body: asked,
    signal,
  });
  return address;
}

/** A house number with its letter or addition: "14", "14a", "14 bis", "14-2". */
const NUMBER = /(?:^|\s)(\d{1,5})(?:\s?[a-z]{1,3}\d?|\s?[-/]\s?[a-z\d]{1,4})?$/i;
const NUMBER_ALONE = new RegExp(NUMBER.source.replace('(?:^|\\s)', '^'), 'i');

type Typed = Pick<ContactTyped, 'Mailing_Street' | 'Mailing_Zip' | 'Mailing_City' | 'country'>;

/**
 * The lookup for a postcode and house number without street or city. Undefined if nothing is missing: typed values are
 * never corrected.
 */
export function addressToAsk({ Mailing_Street, Mailing_Zip, Mailing_City, country }: Typed): AddressAsked | undefined {
  const zip = Mailing_Zip.trim();
  const street = Mailing_Street.trim();
  const number = Number(NUMBER.exec(street)?.[1] ?? 0);
  const isMissing = NUMBER_ALONE.test(street) || Mailing_City.trim() === '';
  const isDutch = isHome(country) && DUTCH_ZIP.test(zip);
  return isDutch && isMissing && number > 0 ? { zip, number } : undefined;
}

/** Fills only missing fields; typed values stay. */
export function missingParts(typed: Typed, found: { street: string; city: string }) {
  const street = typed.Mailing_Street.trim();
  return {
    ...(NUMBER_ALONE.test(street) && { Mailing_Street: `${found.street} ${street}` }),
    ...(typed.Mailing_City.trim() === '' && { Mailing_City: found.city }),
  };
}
