import { Redirect } from '../../first-view/drawing.tsx';
import { DEALS_PATH, dealPath, PAGES_PATH } from '../../paths.ts';
import { useContact } from '../contact-and-deal.ts';

/** Any other path: the deal if there is exactly one, otherwise the list (§2.2); without deals the survey. */
export function HomeRedirect() {
  const [only, ...more] = useContact().deals;
  if (!only) return <Redirect to={PAGES_PATH} />;
  return <Redirect to={more.length === 0 ? dealPath(only.id) : DEALS_PATH} />;
}
