import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readIdempotencyKey } from '../access/idempotency-cache.ts';
import { linkName } from '../access/known-links.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { disconnectSignal } from '../http/requests.ts';
import { type App, CRM_PROBLEMS, DEAL_PROBLEMS } from '../http/route-description.ts';
import { contactAnswers } from '../view-models/answers.ts';
import { singleLine } from '../view-models/body-fields.ts';
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
import { type ContactPrefetch, type OpenLinkContext, openLink, readLinkedContact } from './read-contact.ts';
import { type DetailsContext, saveDetails } from './save-details.ts';
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
        // Signing an order requires a name and an address.
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
      schema: { body: z.strictObject({ email: z.email().max(100) }), response: { 202: linkRequested } },
    },
    async (request, reply) => {
      const { email } = request.body;
      await context.linkRequests.run(request.ip, email, () => sendLink(context, crmOptionsFor('read'), email));
      return reply.code(202).send({ message: API_TEXTS.link.perhapsSent });
    },
  );
}
