import { Link, useNavigate } from 'react-router-dom';
import type { DealSummary } from '../../../bff/view-models/contact.ts';
import { dealPath } from '../../paths.ts';
import { ACTIONS } from '../../texts/actions.ts';
import { DEALS } from '../../texts/deals.ts';
import { Button } from '../../ui/Button.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { useContact } from '../gate/contact-context.ts';
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
          <ScreenHeading title={DEALS.title} />
          <p className="lead">{DEALS.intro}</p>
          <ul className="deals">
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

function DealRow({ deal }: { deal: DealSummary }) {
  const navigate = useNavigate();
  const name = deal.Deal_Name ?? DEALS.nameless;
  return (
    <li className="deal">
      <div>
        <Link className="deal-name" to={dealPath(deal.id)}>
          {name}
        </Link>
        <p className={`deal-status deal-status-${deal.status}`}>{DEALS.status[deal.status]}</p>
      </div>
      <Button variant="quiet" aria-label={`${ACTIONS.view} ${name}`} onClick={() => navigate(dealPath(deal.id))}>
        {ACTIONS.view}
      </Button>
    </li>
  );
}
