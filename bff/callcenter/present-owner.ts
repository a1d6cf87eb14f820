import type { Owner } from '../view-models/admin.ts';
import type { Owners } from './owners.ts';

/** A record's owner, named as in the list of users: a query tells the id and the last name only. */
export function ownerOf(found: { id: string; name: string | null } | null, owners: Owners): Owner | null {
  if (!found) return null;
  return { id: found.id, name: owners.nameOf(found.id) ?? found.name ?? found.id };
}
