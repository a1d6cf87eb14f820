import { Link } from 'react-router-dom';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { HELP } from '../../texts/page.ts';
import { QUOTE } from '../../texts/quote.ts';
import { SIGN } from '../../texts/signing.ts';
import { REVIEW } from '../../texts/survey.ts';
import { Money } from '../../ui/Money.tsx';
import { SellerPhone } from '../SellerPhone.tsx';
import { rememberFlow } from '../survey/flow-memory.ts';
import { changePath } from '../survey/survey-place.ts';
import { Payments } from './Payments.tsx';

/** What somebody is about to order, in one view: what, for which address, for how much, paid when, and whom to call. */
export function Ordering({ deal }: { deal: Deal }) {
  const { Full_Name, Mailing_Street, Mailing_Zip, Mailing_City } = deal.customer;
  const address = [Full_Name, Mailing_Street, [Mailing_Zip, Mailing_City].filter(Boolean).join(' ')].filter(Boolean);
  const ordered = deal.quote.highlights.map(({ text, detail }) => [text, detail].filter(Boolean).join(' '));
  return (
    <>
      <dl className="facts ordering">
        <div>
          <dt>{SIGN.order}</dt>
          {(ordered.length > 0 ? ordered : [deal.Deal_Name]).map((what) => (
            <dd key={what}>{what}</dd>
          ))}
        </div>
        <div>
          <dt>{QUOTE.customer}</dt>
          <dd>{address.join(', ')}</dd>
          <dd>
            <Link
              className="review-change"
              to={changePath(deal.id, 'contact')}
              onClick={() => rememberFlow(deal.id, 'changing')}
            >
              {REVIEW.change} <span className="unseen">{SIGN.address}</span>
            </Link>
          </dd>
        </div>
        <div>
          <dt>{SIGN.sum}</dt>
          <dd className="sign-sum">
            <Money value={deal.quote.totals.finalInclVat} />
          </dd>
          {deal.quote.notices.map((notice) => (
            <dd key={notice}>{notice}</dd>
          ))}
          <dd>
            <Payments deal={deal} />
          </dd>
        </div>
      </dl>
      <p>
        <SellerPhone before={HELP.call} />
      </p>
    </>
  );
}
