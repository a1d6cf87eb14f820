import { useQuery } from '@tanstack/react-query';
import { EDITS } from '../../../texts/admin-actions.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { formatMoment } from '../../../texts/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { timelineQuery } from '../contact/contact-query.ts';
import { type DealPart, editOf } from './deal-part.ts';

/** Changes that the customer of a fixed offer asked for, until the offer includes them (decision J2). */
export function CustomerWish(part: Omit<DealPart, 'note'>) {
  const { contact, deal, action } = part;
  const { data: timeline } = useQuery(timelineQuery(contact.id));
  const wish = timeline?.wishes[deal.id];
  if (!wish || !deal.isFixed || deal.quoteArea === 'signed') return null;
  const asked = Object.entries(wish.inputs).filter(([, value]) => value !== undefined);
  const isGranted = asked.length > 0 && asked.every(([field, value]) => deal[field as keyof typeof deal] === value);
  if (isGranted) return null;

  function calculate() {
    action.press({
      body: { ...editOf(part), action: 'set-answers', properties: Object.fromEntries(asked) },
      name: DEAL_PANEL.calculateWish,
      question: EDITS.wish,
    });
  }

  const isByModules = deal.gaikan_deal_version === '2' && !deal.survey1_no_calc;
  return (
    <div className="notice notice-warning">
      <p className="notice-title">{DEAL_PANEL.wish(wish.at === null ? '?' : formatMoment(wish.at))}</p>
      {wish.words.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {asked.length > 0 && isByModules && (
        <Button variant="quiet" onClick={calculate}>
          {DEAL_PANEL.calculateWish}
        </Button>
      )}
      {asked.length > 0 && !isByModules && <p className="small">{DEAL_PANEL.wishNeedsModules}</p>}
    </div>
  );
}
