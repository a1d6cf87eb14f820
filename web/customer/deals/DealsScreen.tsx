import { Link, useNavigate } from 'react-router-dom';
import type { DealSummary } from '../../../bff/view-models/contact.ts';
import { dealPath } from '../../paths.ts';
import { DEAL_CARDS } from '../../texts/gate.ts';
import { DEAL_STATUS } from '../../texts/offer.ts';
import { ACTIONS, DEALS } from '../../texts/page.ts';
import { Button } from '../../ui/Button.tsx';
import { Tile } from '../../ui/drawings.tsx';
import { Money } from '../../ui/Money.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Cabinet, fitsInCabinet } from '../Cabinet.tsx';
import { useContact } from '../contact-and-deal.ts';
import { Help } from '../Help.tsx';
import { PageFrame } from '../PageFrame.tsx';
import { HomeRedirect } from './HomeRedirect.tsx';
import './deals.css';

export function DealsScreen() {
  const { deals } = useContact();
  if (deals.length === 0) return <HomeRedirect />;
  return (
    <PageFrame>
      <div className="helped">
        <section className="deals-list">
          <ScreenHeading title={DEAL_CARDS.title} />
          <p className="lead">{DEAL_CARDS.intro}</p>
          <ul className="stack gap-4">
            {deals.map((deal) => (
              <DealRow key={deal.id} deal={deal} />
            ))}
          </ul>
        </section>
        <Help />
      </div>
    </PageFrame>
  );
}

/** One deal at a glance: a drawing, the offer, its price, its status, and the next step. */
function DealRow({ deal }: { deal: DealSummary }) {
  const navigate = useNavigate();
  const { id, offer, status } = deal;
  const name = deal.Deal_Name ?? DEALS.nameless;
  const offered = offer && DEAL_CARDS.offered(offer);
  const modules = offer?.modules ?? 0;
  return (
    <li className={`deal sheet deal-${status}`}>
      {fitsInCabinet(modules) ? <Cabinet count={modules} /> : <Tile of={offer?.kwh ? 'house' : 'letter'} />}
      <div>
        <Link className="deal-name" to={dealPath(id)}>
          {name}
        </Link>
        {offered && <p>{offered}</p>}
        <p className={`deal-status deal-status-${status}`}>{DEAL_STATUS[status]}</p>
        <p className="small">{DEAL_CARDS.next[status]}</p>
      </div>
      <div className="deal-end">
        {offer && (
          <p className="deal-price">
            <Money value={offer.price} /> <span className="small">{offer.priceVat}</span>
          </p>
        )}
        <Button
          variant={status === 'ready' ? 'primary' : 'quiet'}
          aria-label={`${ACTIONS.view} ${name}`}
          onClick={() => navigate(dealPath(id))}
        >
          {ACTIONS.view}
        </Button>
      </div>
    </li>
  );
}
