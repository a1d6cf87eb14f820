import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { CHEAPEST_PAGE, coql } from '../../crm-contract/coql.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { lookup } from '../../crm-contract/shapes/read-record.ts';
import { CachedRead } from '../crm/cached-read.ts';
import type { Clock } from '../crm/clock.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import { recordId } from '../view-models/body-fields.ts';
import type { Owner } from '../view-models/colleagues.ts';
import type { Callbacks } from './callbacks.ts';

interface Staff {
  owners: readonly Owner[];
  isFromDeals: boolean;
}

const ownerRow = z.object({ Owner: lookup });

/** For an unknown id, a list of this age is read again: a colleague may have joined. */
const UNKNOWN_MAX_AGE_MS = 2 * 60_000;

/**
 * The staff: the CRM's active users, except the API user. They can own records and are listed under "Gebruiker?". Read
 * at the start and refreshed with the stats; contacts and actions use the cached list, without an extra call.
 */
export class Owners {
  readonly #crm: CrmClient;
  readonly #ownUser: OwnUser;
  readonly #staff: CachedRead<Staff>;

  constructor(crm: CrmClient, clock: Clock, ownUser = new OwnUser(crm)) {
    this.#crm = crm;
    this.#ownUser = ownUser;
    this.#staff = new CachedRead(clock, (crmOptions) => this.#readAnew(crmOptions));
  }

  async read(maxAgeMs: number, crmOptions: CrmCallOptions): Promise<readonly Owner[]> {
    return (await this.#staff.read(maxAgeMs, crmOptions)).owners;
  }

  /** True if the CRM refused the list of users: then the staff are the owners of deals, by last name. */
  get isUnknown(): boolean {
    return this.#staff.known?.isFromDeals === true;
  }

  /** One colleague; asks the CRM only for an unknown id. */
  async find(id: string, crmOptions: CrmCallOptions): Promise<Owner | undefined> {
    return this.#known(id) ?? (await this.read(UNKNOWN_MAX_AGE_MS, crmOptions)).find((owner) => owner.id === id);
  }

  /** An owner's name if it is known; makes no CRM call. */
  nameOf(id: string): string | undefined {
    return this.#known(id)?.name;
  }

  /** The API user; records it owns belong to nobody. Null until the staff has been read. */
  get portalUserId(): string | null {
    return this.#ownUser.known;
  }

  #known(id: string): Owner | undefined {
    return this.#staff.known?.owners.find((owner) => owner.id === id);
  }

  async #readAnew(crmOptions: CrmCallOptions): Promise<Staff> {
    const [users, portalUserId] = await Promise.all([
      nullIfRefused(this.#crm.users.listActive(crmOptions)),
      nullIfRefused(this.#ownUser.id(crmOptions)),
    ]);
    const owners =
      users?.map(({ id, full_name, email }) => ({ id, name: full_name ?? email ?? id })) ??
      (await readOwnersOfDeals(this.#crm, crmOptions));
    const staff = owners.filter(({ id }) => id !== portalUserId).sort((a, b) => a.name.localeCompare(b.name, 'nl'));
    return { owners: staff, isFromDeals: users === null };
  }
}

/** Fallback if the list of users is refused: the owners of deals, by the last name that a query returns. */
export async function readOwnersOfDeals(crm: CrmClient, crmOptions: CrmCallOptions): Promise<Owner[]> {
  const rows = await crm.query(
    coql`select Owner, COUNT(id) as tally from Deals where Owner is not null group by Owner limit ${CHEAPEST_PAGE}`,
    ownerRow,
    crmOptions,
  );
  return rows.flatMap(({ Owner: owner }) => (owner ? [{ id: owner.id, name: owner.name ?? owner.id }] : []));
}

/** A record's owner, with the name from the list of users: a query returns only id and last name. */
export function ownerOf(found: { id: string; name: string | null } | null, owners: Owners): Owner | null {
  if (!found) return null;
  return { id: found.id, name: owners.nameOf(found.id) ?? found.name ?? found.id };
}

/** The colleagues with a callback at that moment; a callback owned by the API user belongs to nobody. */
export function callbackOwners(
  { callbacks, owners }: { callbacks: Callbacks; owners: Owners },
  contactId: string,
  atMs: number | null,
): Owner[] {
  return callbacks.of(contactId).flatMap((callback) => {
    const { ownerId } = callback;
    const name = callback.atMs === atMs && ownerId !== null ? owners.nameOf(ownerId) : undefined;
    return ownerId === null || name === undefined ? [] : [{ id: ownerId, name }];
  });
}

/**
 * The colleague in the `x-owner-id` header ("Gebruiker?", decision B7); null if none was chosen. Refuses an id that is
 * not an active user of the CRM.
 */
export async function readStaff(
  context: { owners: Owners },
  header: string | string[] | undefined,
): Promise<Owner | null> {
  if (header === undefined || header === '') return null;
  const { data: id } = recordId.safeParse(header);
  const staff = id === undefined ? undefined : await context.owners.find(id, crmOptionsFor('read'));
  if (!staff) {
    throw new ProblemError('field_invalid', {
      detail: API_TEXTS.staff.notActive,
      fields: { 'x-owner-id': API_TEXTS.staff.chooseAgain },
    });
  }
  return staff;
}

/** The error for a request that needs a colleague and names none. */
export function whoIsMissing(): ProblemError {
  const detail = API_TEXTS.staff.missing;
  return new ProblemError('field_invalid', { detail, fields: { ownerId: detail } });
}

/** The viewer's id, to leave the viewer out of lists. Not checked, because nothing is written with it. */
export function viewerOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-owner-id'];
  return typeof header === 'string' ? header : undefined;
}

/** The CRM user that the portal writes as: records by other users are not ours. Read once. */
export class OwnUser {
  readonly #crm: CrmClient;
  #id: string | undefined;

  constructor(crm: CrmClient) {
    this.#crm = crm;
  }

  /** The id if it is known; makes no CRM call. */
  get known(): string | null {
    return this.#id ?? null;
  }

  /** Null if the CRM does not say. */
  async id(crmOptions: CrmCallOptions): Promise<string | null> {
    this.#id ??= (await this.#crm.users.current(crmOptions))?.id;
    return this.#id ?? null;
  }
}
