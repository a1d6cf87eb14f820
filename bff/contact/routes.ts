import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Note } from '../../crm-contract/endpoints/notes-and-files.ts';
import type { Contact, ContactPatch } from '../../crm-contract/shapes/contact.ts';
import { operationRef, readIdempotencyKey } from '../access/idempotency-cache.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { linkName, type SurveyHash } from '../access/survey-link.ts';
import type { Clock } from '../crm/clock.ts';
import { type CrmWriter, createNoteOnce } from '../crm/create-once.ts';
import { writeGuarded } from '../crm/guarded-write.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { permissionNote, refLine } from '../crm/texts/note-texts.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { faultFields, type Log } from '../http/logging.ts';
import { ProblemError } from '../http/problems.ts';
import { disconnectSignal } from '../http/requests.ts';
import { type App, CRM_PROBLEMS, DEAL_PROBLEMS } from '../http/route-description.ts';
import type { Limit } from '../shared-store/shared-store.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { type ContactAnswers, contactAnswers } from '../view-models/answers.ts';
import { singleLine } from '../view-models/body-fields.ts';
import { MAIL_ADDRESS } from '../view-models/choices.ts';
import {
  callPermission,
  detailsSaved,
  finishedSurvey,
  linkRequested,
  surveyReceived,
  verified,
} from '../view-models/contact.ts';
import { type FinishedSurveyContext, finishSurvey } from './finish-survey.ts';
import { presentContact } from './present-contact.ts';
import {
  type ContactPrefetch,
  type LinkLookupContext,
  type OpenLinkContext,
  openLink,
  readLinkedContact,
} from './read-contact.ts';
import { type LinkRequests, type SendLinkContext, sendLink } from './send-link.ts';

export interface ContactContext extends OpenLinkContext, SendLinkContext, DetailsContext, FinishedSurveyContext {
  contactPrefetch: ContactPrefetch;
  linkRequests: LinkRequests;
  nameOf(ownerId: string): string | undefined;
}

/** Both forms of the contact save (§7.2): `{properties: {…}}` and `[{name, value}, …]`. */
function detailsBody(extraField: string) {
  const extra = extraField === '' ? {} : { [extraField]: singleLine(255).nullable().optional() };
  const properties = contactAnswers.extend(extra);
  return z.preprocess((body) => {
    const pairs = z
      .array(z.strictObject({ name: z.string(), value: z.unknown() }))
      .min(1)
      .max(20)
      .safeParse(body);
    return pairs.success
      ? { properties: Object.fromEntries(pairs.data.map(({ name, value }) => [name, value])) }
      : body;
  }, z.strictObject({ properties }));
}

export function contactRoutes(app: App, context: ContactContext): void {
  const verify = async ({ surveyHash }: FastifyRequest, reply: FastifyReply) => {
    const found = await (context.contactPrefetch.take(linkName(surveyHash)) ??
      openLink(context, crmOptionsFor('read', disconnectSignal(reply)), surveyHash));
    return { result: true as const, contact: presentContact(found, context) };
  };
  const verifySchema = { response: { 200: verified } };
  const config = { access: 'customer', linkRequest: 'reach' } as const;
  app.get('/api/contacts/verify', { config, schema: verifySchema }, verify);
  app.post('/api/contacts/verify', { config, schema: { ...verifySchema, body: z.strictObject({}).nullish() } }, verify);

  app.post(
    '/api/contacts/contactDetails',
    {
      // The key only makes the permission's note unique; a repeat writes the answers again.
      config: {
        access: 'customer',
        // An order cannot be signed before name, address and telephone number are saved.
        linkRequest: 'reach',
        writes: true,
        describe: { headers: ['idempotency-key'], problems: DEAL_PROBLEMS },
      },
      schema: { body: detailsBody(context.portal.extraContactField), response: { 200: detailsSaved } },
    },
    async (request) => {
      const { surveyHash, body } = request;
      const press = readIdempotencyKey(request) ?? crypto.randomUUID();
      const saved = await saveDetails(context, crmOptionsFor('save'), surveyHash, body.properties, press);
      return { result: true as const, saved };
    },
  );

  app.get(
    '/api/contacts/permission',
    { config: { access: 'customer' }, schema: { response: { 200: callPermission } } },
    async ({ surveyHash }, reply) => {
      const crmOptions = crmOptionsFor('read', disconnectSignal(reply));
      const { portal_call_permission_at } = await readLinkedContact(context, crmOptions, surveyHash);
      return { portal_call_permission_at };
    },
  );

  app.post(
    '/api/contacts/survey',
    {
      config: { access: 'customer', writes: true, describe: { problems: DEAL_PROBLEMS } },
      schema: { body: finishedSurvey, response: { 200: surveyReceived } },
    },
    async ({ surveyHash, body }) => ({
      result: true as const,
      byEmail: await finishSurvey(context, crmOptionsFor('save'), surveyHash, body.email),
    }),
  );

  app.post(
    '/api/contacts/link',
    {
      config: { access: 'everyone', describe: { problems: CRM_PROBLEMS } },
      schema: {
        body: z.strictObject({
          email: z
            .string()
            .trim()
            .pipe(z.email({ pattern: MAIL_ADDRESS })),
        }),
        response: { 202: linkRequested },
      },
    },
    async (request, reply) => {
      const { email } = request.body;
      await context.linkRequests.run(request.ip, email, () => sendLink(context, crmOptionsFor('read'), email));
      return reply.code(202).send({ message: API_TEXTS.link.perhapsSent });
    },
  );
}

interface DetailsContext extends LinkLookupContext, PermissionContext {
  clock: Clock;
  /** Limits how often a contact may give permission to call: each time leaves a note. */
  permissionsGiven: Limit;
  /** Tells the desk, which may have read the contact already. */
  tellContactChanged(contactId: string, what: 'details'): void;
  /** Tells the desk's undo, because a permission that is already cleared shows no withdrawal in the CRM. */
  undoable: { withdrawPermission(contactId: string): void };
}

/**
 * Writes a customer's own contact fields; returns the names that the CRM confirmed. Last writer wins per field
 * (decision A3); the first attempt is guarded, so that a write with a lost answer cannot overwrite a later save.
 */
async function saveDetails(
  context: DetailsContext,
  crmOptions: CrmCallOptions,
  hash: SurveyHash,
  answers: ContactAnswers,
  press: string,
): Promise<string[]> {
  const { contacts } = context.crm;
  const { portal_call_permission: mayCall, ...answered } = answers;
  const nowMs = context.clock.now();
  const permission = mayCall === undefined ? {} : { portal_call_permission_at: mayCall ? crmInstant(nowMs) : null };

  const first = await readLinkedContact(context, crmOptions, hash);
  const contactId = first.id;
  if (mayCall && !(await context.permissionsGiven.take(contactId))) throw new ProblemError('too_many');

  if (mayCall === false) context.undoable.withdrawPermission(contactId);
  await writeGuarded<Pick<Contact, 'Modified_Time'>, ContactPatch>(crmOptions, {
    first,
    read: async (again) => {
      const contact = await contacts.read(contactId, again);
      if (!contact) throw new ProblemError('unknown_link');
      return contact;
    },
    recordIn: (contact) => contact,
    decide: () => ({ ...answered, ...permission }),
    write: (_, fields, guard) => contacts.update(contactId, fields, crmOptions, guard),
    lastWriterWins: true,
    conflict: (_, cause) => cause,
  });
  context.tellContactChanged(contactId, 'details');
  if (mayCall) {
    const leave = (asked: CrmCallOptions) => leavePermissionNote(context, asked, contactId, nowMs, press);
    // The permission is valid without its note.
    await leave(crmOptions).catch((error: unknown) => {
      context.log.warn({ recordId: contactId, ...faultFields(error) }, 'the note of a permission is retried');
      context.background.retryInBackground('permission.note', () => leave(crmOptionsFor('background')));
    });
  }
  return Object.keys(answers);
}

interface PermissionContext extends CrmWriter {
  log: Log;
  portal: PortalFile;
  dealMutex: KeyedMutex;
}

/** A note on the contact, with the words that the page displayed (decision I12). */
async function leavePermissionNote(
  context: PermissionContext,
  crmOptions: CrmCallOptions,
  contactId: string,
  givenAtMs: number,
  press: string,
): Promise<void> {
  const parent = { module: 'Contacts', id: contactId } as const;
  const ref = operationRef(`call permission ${contactId} ${press}`);
  const isThis = ({ Note_Content }: Note) => Note_Content?.endsWith(refLine(ref)) === true;
  const note = permissionNote(context.portal.brand, new Date(givenAtMs).toISOString(), ref);
  // The same request may reach two processes. The second looks for the note after the first has written it.
  await context.dealMutex.run(`permission ${contactId}`, () =>
    createNoteOnce(context, crmOptions, parent, note, isThis, { lookFirst: true }),
  );
}
