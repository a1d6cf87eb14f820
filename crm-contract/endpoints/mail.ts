import { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import { CrmError } from '../errors.ts';
import { type Access, checked, type RecordRef, recordPath } from './records.ts';

const address = z.strictObject({ email: z.email(), user_name: z.string().optional() });

const message = z.strictObject({
  /** Must be a sender address that the CRM knows. */
  from: address,
  /** To nobody, a mail is refused: so it can be asked whether anything else is in its way. */
  to: z.array(address).readonly(),
  subject: z.string().min(1),
  content: z.string(),
  format: z.enum(['text', 'html']),
  /** Files of the CRM's file store, by the ids that `files.upload` answered. */
  attachments: z
    .array(z.strictObject({ id: z.string() }))
    .max(10)
    .readonly()
    .optional(),
});
export type MailMessage = z.input<typeof message>;

/** "Success" may name addresses that the CRM sends nothing to, because mail to them came back or they opted out. */
const details = z.object({ blocked_email_addresses: z.array(z.object({ email: z.string() })) });

/** How a refusal names the sender: the field, or its address. */
const SENDER = new Set(['from', 'email', 'org_email']);

export function mailEndpoint(access: Access) {
  /** Whether the sender is an address of the organisation, which the CRM takes only as such; known from its refusals. */
  let isOrganisations = false;
  return {
    /**
     * Sends a mail from the CRM, linked to a record; it appears in the record's history. A sender that is refused is tried
     * once the other way: an address of the organisation is sent with `org_email: true`, a user's without (Zoho CRM API v8,
     * "Send Mail": https://www.zoho.com/crm/developer/docs/api/v8/send-mail.html). A mail that is refused was not sent.
     *
     * @throws CrmError also when the CRM takes it and says that nobody gets it
     */
    async send(ref: RecordRef, mail: MailMessage, context: CrmCallOptions): Promise<void> {
      const operation = 'mail.send';
      const { format, ...rest } = checked(message, mail, operation);
      const path = `${recordPath(ref, operation)}/actions/send_mail`;
      const post = (org_email: boolean) => {
        const json = JSON.stringify({ data: [{ ...rest, mail_format: format, ...(org_email && { org_email }) }] });
        return access.exchange({ operation, effect: 'once', method: 'POST', path, json }, context);
      };
      const first = isOrganisations;
      const reply = await post(first).catch(async (error: unknown) => {
        if (!isSenderRefused(error)) throw error;
        const answer = await post(!first);
        isOrganisations = !first;
        return answer;
      });
      const blocked = details.safeParse(reply.rows[0]);
      if (!blocked.success || blocked.data.blocked_email_addresses.length < mail.to.length) return;
      throw new CrmError({ kind: 'invalid', operation, status: reply.status, code: 'EMAIL_BLOCKED', sent: 'no' });
    },
  };
}

function isSenderRefused(error: unknown): boolean {
  const isRefused = error instanceof CrmError && error.kind === 'invalid' && error.sent === 'no';
  return isRefused && error.fields?.some((field) => SENDER.has(field)) === true;
}
