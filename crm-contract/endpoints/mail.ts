import { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import { type Access, checked, type RecordRef, recordPath } from './records.ts';

const address = z.strictObject({ email: z.email(), user_name: z.string().optional() });

const message = z.strictObject({
  /** Must be a sender address that the CRM knows. */
  from: address,
  to: z.array(address).min(1).readonly(),
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

export function mailEndpoint(access: Access) {
  return {
    /** Sends a mail from the CRM, linked to a record; it appears in the record's history. */
    async send(ref: RecordRef, mail: MailMessage, context: CrmCallOptions): Promise<void> {
      const operation = 'mail.send';
      const { format, ...rest } = checked(message, mail, operation);
      const path = `${recordPath(ref, operation)}/actions/send_mail`;
      const json = JSON.stringify({ data: [{ ...rest, mail_format: format }] });
      await access.exchange({ operation, effect: 'once', method: 'POST', path, json }, context);
    },
  };
}
