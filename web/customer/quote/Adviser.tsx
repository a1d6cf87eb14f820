import type { DealSummary } from '../../../bff/view-models/contact.ts';
import { phoneUrl } from '../../paths.ts';
import { QUOTE_STORY } from '../../texts/quote-parts.ts';

/** Whose offer it is, with photo and number where the portal file has them. */
export function Adviser({ name, phone, photo }: NonNullable<DealSummary['adviser']>) {
  return (
    <section className="adviser">
      {photo && <img src={photo} alt="" width="64" height="64" />}
      <div>
        <h2>{QUOTE_STORY.adviser}</h2>
        <p>{name}</p>
        {phone && (
          <p className="small">
            {QUOTE_STORY.direct}{' '}
            <a className="phone" href={phoneUrl(phone)}>
              {phone}
            </a>
          </p>
        )}
      </div>
    </section>
  );
}
