import { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import { lookup, recordId, text } from '../shapes/tolerant.ts';
import { type Access, recordsIn } from './records.ts';

const MOST_PAGES = 10;

export function usersEndpoint(access: Access) {
  return {
    /** The user the token belongs to; null when the CRM names nobody. */
    async current(context: CrmCallOptions): Promise<OwnUser | null> {
      const operation = 'users.current';
      const query = { type: 'CurrentUser' };
      const reply = await access.exchange({ operation, effect: 'read', method: 'GET', path: '/users', query }, context);
      return recordsIn(access, ownUserShape, reply, 'users', operation, context)[0] ?? null;
    },

    /** All active users, i.e. everybody who can own a record. */
    async listActive(context: CrmCallOptions): Promise<User[]> {
      const operation = 'users.listActive';
      const users: User[] = [];
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const query = { type: 'ActiveUsers', page: String(page), per_page: '200' };
        const reply = await access.exchange(
          { operation, effect: 'read', method: 'GET', path: '/users', query },
          context,
        );
        users.push(...recordsIn(access, userShape, reply, 'users', operation, context));
        if (!reply.more) break;
      }
      return users;
    },
  };
}

/** A user of the CRM. The users endpoint spells its keys in lower case. */
export const userShape = z.object({
  id: recordId,
  full_name: text,
  first_name: text,
  last_name: text,
  email: text,
  status: text,
});
export type User = z.output<typeof userShape>;

/** The token's own user, whose profile decides what it may write. */
export const ownUserShape = userShape.extend({ profile: lookup });
export type OwnUser = z.output<typeof ownUserShape>;
