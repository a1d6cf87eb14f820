import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../api/site-query.ts';
import { QUOTE } from '../../texts/quote.ts';
import stars from './stars.svg';

/** A link with a local image, as wide as the score of ten: the review site is not contacted before a click (decision H2). */
export function ReviewBadge() {
  const { data: site } = useQuery(siteQuery);
  if (!site) return null;
  const { url, score, count } = site.review;
  return (
    <a className="review" href={url} target="_blank" rel="noopener noreferrer">
      <img src={stars} alt="" width={10 * Number(score.replace(',', '.')) || 100} height="20" />
      <span>
        <strong>{QUOTE.review(score, count)}</strong> <span className="unseen">{QUOTE.newWindow}</span>
      </span>
    </a>
  );
}
