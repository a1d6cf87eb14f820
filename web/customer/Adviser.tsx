import { QUOTE_STORY } from '../texts/quote-parts.ts';
import { PhoneNumber } from '../ui/PhoneNumber.tsx';
import './adviser.css';
import { useContact } from './contact-and-deal.ts';

/** The name of the deal's adviser, with photo and phone number if the portal file has them. */
export function Adviser({ dealId }: { dealId: string }) {
  const { adviser } = useContact().deals.find(({ id }) => id === dealId) ?? {};
  if (!adviser) return null;
  const { name, phone, photo } = adviser;
  return (
    <section className="adviser">
      {photo && <img src={photo} alt="" width="64" height="64" />}
      <div>
        <h2>{QUOTE_STORY.adviser}</h2>
        <p>{name}</p>
        {phone && (
          <p className="small">
            {QUOTE_STORY.direct} <PhoneNumber of={phone} />
          </p>
        )}
      </div>
    </section>
  );
}
