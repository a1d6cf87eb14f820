import { phoneUrl } from '../../bff/view-models/phone.ts';

/** A phone number that a press calls. */
export function PhoneNumber({ of: number }: { of: string }) {
  return (
    <a className="phone" href={phoneUrl(number)}>
      {number}
    </a>
  );
}
