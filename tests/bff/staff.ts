import type { AdminContact, AdminDeal, LeadListAnswer, NextLeadAnswer } from '../../bff/view-models/callcenter.ts';
import type { Problem } from '../../bff/view-models/problem.ts';
import type { PresenceAnswer } from '../../bff/view-models/timeline.ts';
import { ADMIN_DIGEST, type Portal } from './portal.ts';
import type { Answer } from './send.ts';

export const ADMIN = '/api/admin/callcenter';

/** The parts of an action's answer that tests look at. */
export interface Acted {
  contact: AdminContact;
  deal: AdminDeal;
  callback: string | null;
  bookingUrl: string | null;
}

/** The result of an action that succeeded, and the problem of one that was refused. */
export const acted = (answer: Answer) => answer.body.result as Acted;
export const problemOf = (answer: Answer) => answer.body as unknown as Problem;

/** Calls by a logged-in member of staff; `name` is the choice in "Gebruiker?". */
export function staffOf(portal: Portal, ownerId?: string) {
  const headers = { authorization: ADMIN_DIGEST, ...(ownerId !== undefined && { 'x-owner-id': ownerId }) };
  const get = (path: string) => portal.call('GET', path, { headers });
  const post = (path: string, body: unknown, extra: Record<string, string> = {}) =>
    portal.call('POST', path, { headers: { ...headers, ...extra }, body });
  const list = async (query = '') => (await get(`${ADMIN}${query}`)).body.result as LeadListAnswer['result'];
  const next = async (body: object = {}) => {
    const answer = await post(`${ADMIN}/next`, body);
    if (answer.status !== 200) throw new Error(`no next lead: ${answer.status} ${JSON.stringify(answer.body)}`);
    return (answer.body as unknown as NextLeadAnswer).contactId;
  };
  return {
    get,
    post,
    /** The contact that "Volgende lead" hands out; null if nobody is left. */
    next,
    /** All contacts that the queue still hands out. */
    handedOut: async () => {
      const ids: string[] = [];
      for (let id = await next(); id !== null; id = await next()) ids.push(id);
      return ids;
    },
    /** The list of leads, of a search or of "mijn leads" with a query such as `?mine=1`. */
    list,
    leads: async () => (await list()).contacts,
    /** The heartbeat of a panel, or its end; `page` is one of several pages of the same colleague. */
    presence: async (id: string, open = true, page?: string) =>
      (await post(`${ADMIN}/contacts/${id}/presence`, { open, page })).body.result as PresenceAnswer['result'],
    contact: async (id: string) => (await get(`${ADMIN}/contacts/${id}`)).body.result as AdminContact,
    act: (body: object, key?: string): Promise<Answer> =>
      post(`${ADMIN}/action`, body, key === undefined ? {} : { 'idempotency-key': key }),
  };
}

export type Staff = ReturnType<typeof staffOf>;

/** Ids of the active users by their first names. */
export async function ownersOf(portal: Portal): Promise<Record<string, string>> {
  const { body } = await staffOf(portal).get('/api/admin/stats');
  const { stats } = body.result as { stats: { contactOwners: { id: string; name: string }[] } };
  return Object.fromEntries(stats.contactOwners.map(({ id, name }) => [name.split(' ')[0]?.toLowerCase() ?? '', id]));
}

/** A person of the sandbox as the body of an action names them. */
export function subjectOf(portal: Portal, name: string) {
  const { contactId, dealId } = portal.as(name);
  return { contactId, dealId };
}

/** The outcome "Later terug bellen". */
export const callLater = (amount: number, units: 'minutes' | 'hours' | 'days' | 'weeks') => ({
  action: 'gaikan_call_later',
  call_later_amount: amount,
  call_later_units: units,
});

/** The calls that are agreed with a person of the sandbox. */
export async function plannedWith(portal: Portal, name: string) {
  const { calls } = await leftWith(portal, portal.as(name).contactId);
  return calls.filter((call) => call.Outbound_Call_Status === 'Scheduled');
}

/** A contact's notes and calls in the CRM. */
export async function leftWith(portal: Portal, contactId: string) {
  const [notes, calls] = await Promise.all([
    portal.related('Contacts', contactId, 'Notes', 'Note_Title,Note_Content,Created_Time'),
    portal.related(
      'Contacts',
      contactId,
      'Calls',
      'Subject,Outbound_Call_Status,Call_Type,Call_Result,Call_Start_Time,Call_Duration,Description,Owner,What_Id,Who_Id',
    ),
  ]);
  return { notes, calls };
}
