import type { Deal } from '../../bff/view-models/deal.ts';
import { QUOTE } from '../texts/quote.ts';

/** "Uw offerte:": the customer and the quote number. The seller is in the page footer. */
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
        <div>
          <p className="parties-label">{QUOTE.kenmerk}</p>
          <p className="kenmerk">{deal.kenmerk}</p>
        </div>
      </div>
    </section>
  );
}
