import { Navigate } from 'react-router-dom';
import { DEALS_PATH, dealPath } from '../../paths.ts';
import { useContact } from '../gate/contact-context.ts';

/** Any other path: the single deal if there is exactly one, otherwise the list (portal §2.2). */
export function HomeRedirect() {
  const { deals } = useContact();
  const [only] = deals;
  return <Navigate replace to={only && deals.length === 1 ? dealPath(only.id) : DEALS_PATH} />;
}
