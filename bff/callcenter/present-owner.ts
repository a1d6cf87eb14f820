import type { Owner } from '../view-models/admin.ts';
import type { Owners } from './owners.ts';

/** A record's owner. A query may return the id only: then the name comes from the known users, if it is there. */
export function ownerOf(found: { id: string; name: string | null } | null, owners: Owners): Owner | null {
  if (!found) return null;
  return { id: found.id, name: found.name ?? owners.nameOf(found.id) ?? found.id };
}
