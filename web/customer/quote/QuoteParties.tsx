import { useQuery } from '@tanstack/react-query';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { siteQuery } from '../../api/site-query.ts';
import { QUOTE } from '../../texts/quote.ts';
import { SITE } from '../../texts/site.ts';

/** "Uw offerte:": for whom, from whom, and its number. */
export function QuoteParties({ deal }: { deal: Deal }) {
  const { Full_Name, Mailing_Street, Mailing_Zip, Mailing_City, Mailing_Country } = deal.customer;
  const zipCity = [Mailing_Zip, Mailing_City].filter(Boolean).join(' ');
  const lines = [Full_Name, Mailing_Street, zipCity, Mailing_Country].filter((line) => Boolean(line));
  return (
    <section className="parties">
      <h2>{QUOTE.heading}</h2>
      <div className="parties-row">
        <div>
          <p className="parties-label">{QUOTE.customer}</p>
          <address>
            {lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </div>
        <SellerBlock />
        <div>
          <p className="parties-label">{QUOTE.kenmerk}</p>
          <p className="kenmerk">{deal.kenmerk}</p>
        </div>
      </div>
    </section>
  );
}

function SellerBlock() {
  const { data: site } = useQuery(siteQuery);
  if (!site) return null;
  const { name, street, zipCity, kvk, vatId } = site.seller;
  return (
    <div>
      <p className="parties-label">{QUOTE.seller}</p>
      <address>
        <span>{name}</span>
        <span>{street}</span>
        <span>{zipCity}</span>
        <span>{`${SITE.kvk} ${kvk}`}</span>
        <span>{`${SITE.vatId} ${vatId}`}</span>
      </address>
    </div>
  );
}
