import { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import { CrmError } from '../errors.ts';
import { type Access, checked, type RecordRef, recordPath } from './records.ts';

const address = z.strictObject({ email: z.email(), user_name: z.string().optional() });

const message = z.strictObject({
  /** Must be a sender address that the CRM knows. */
  from: address,
  /** The CRM refuses a mail without recipients: `crm:check` uses this to test everything else. */
  to: z.array(address).readonly(),
  subject: z.string().min(1),
  /** Plain text. */
  content: z.string(),
  /** The same as HTML; if the CRM refuses it, the plain text is sent. */
  html: z.string().optional(),
  /** Files in the CRM's file store, by the ids that `files.upload` returned. */
  attachments: z
    .array(z.strictObject({ id: z.string() }))
    .max(10)
    .readonly()
    .optional(),
});
export type MailMessage = z.input<typeof message>;

/** A successful answer may list addresses that the CRM does not send to, because of bounces or an opt-out. */
const details = z.object({ blocked_email_addresses: z.array(z.object({ email: z.string() })) });

/** The names that a refusal uses for the sender (the field, or its address), and for the format. */
const SENDER = ['from', 'email', 'org_email'];
const FORMAT = ['mail_format'];

export function mailEndpoint(access: Access) {
  /**
   * What earlier refusals showed. `isOrganisations`: the sender is an organisation address, which the CRM accepts only
   * with `org_email: true`. `isPlain`: the CRM accepts only plain text.
   */
  const known = { isOrganisations: false, isPlain: false };
  return {
    /**
     * Sends a mail from the CRM, linked to a record; it appears in the record's history. A refused sender is retried
     * once the other way: an organisation address is sent with `org_email: true`, a user's without. Refused HTML is
     * sent as plain text (Zoho CRM API v8, "Send Mail", `mail_format`:
     * https://www.zoho.com/crm/developer/docs/api/v8/send-mail.html). A refused mail was not sent.
     *
     * @throws CrmError also if the CRM accepts the mail but reports that nobody receives it
     */
    async send(ref: RecordRef, mail: MailMessage, context: CrmCallOptions): Promise<void> {
      const operation = 'mail.send';
      const { html, content, ...rest } = checked(message, mail, operation);
      const path = `${recordPath(ref, operation)}/actions/send_mail`;
      const post = ({ isOrganisations, isPlain }: typeof known) => {
        const body =
          isPlain || html === undefined ? { content, mail_format: 'text' } : { content: html, mail_format: 'html' };
        const json = JSON.stringify({ data: [{ ...rest, ...body, ...(isOrganisations && { org_email: true }) }] });
        return access.exchange({ operation, effect: 'once', method: 'POST', path, json }, context);
      };
      const now = { ...known };
      let otherSender = false;
      const attempt = async (): ReturnType<typeof post> =>
        post(now).catch((error: unknown) => {
          if (html !== undefined && !now.isPlain && isRefused(error, FORMAT)) now.isPlain = true;
          else if (!otherSender && isRefused(error, SENDER)) {
            otherSender = true;
            now.isOrganisations = !now.isOrganisations;
          } else throw error;
          return attempt();
        });
      const reply = await attempt();
      Object.assign(known, now);
      const blocked = details.safeParse(reply.rows[0]);
      if (!blocked.success || blocked.data.blocked_email_addresses.length < mail.to.length) return;
      throw new CrmError({ kind: 'invalid', operation, status: reply.status, code: 'EMAIL_BLOCKED', sent: 'no' });
    },
  };
}

function isRefused(error: unknown, fields: readonly string[]): boolean {
  const isInvalid = error instanceof CrmError && error.kind === 'invalid' && error.sent === 'no';
  return isInvalid && error.fields?.some((field) => fields.includes(field)) === true;
}
