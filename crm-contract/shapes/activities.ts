import { z } from 'zod';
import { dateValue, instantValue, lookupValue } from './fields.ts';
import { calendarDate, instant, lookup, recordId, text } from './read-record.ts';

/** A phone call, completed or scheduled. */
export const callShape = z.object({
  id: recordId,
  Subject: text,
  Call_Type: text,
  /** `Scheduled`, `Overdue` for a scheduled call whose time has passed, `Completed` or `Cancelled`. */
  Outbound_Call_Status: text,
  Call_Start_Time: instant,
  Call_Duration: text,
  Call_Result: text,
  Description: text,
  Owner: lookup,
  Who_Id: lookup,
  What_Id: lookup,
  Created_Time: instant,
  Modified_Time: instant,
});
export type PhoneCall = z.output<typeof callShape>;

/** Statuses of open calls; the CRM itself sets `Overdue` once their time has passed. */
export const OPEN_CALLS = ['Scheduled', 'Overdue'] as const;

export function isOpenCall({ Outbound_Call_Status }: { Outbound_Call_Status: string | null }): boolean {
  return OPEN_CALLS.some((status) => status === Outbound_Call_Status);
}

/** "mm:ss" and never zero (crm-api §4.6). */
const duration = z.string().regex(/^\d{2}:(?!00$)\d{2}$|^(?!00:)\d{2}:\d{2}$/);

const anyCall = {
  Subject: z.string().min(1).max(255),
  Call_Start_Time: instantValue,
  Call_Result: z.string().max(120).optional(),
  Description: z.string().max(32_000).optional(),
  /** The contact. */
  Who_Id: lookupValue.unwrap(),
  /** The deal, if the call is about one. */
  What_Id: lookupValue.unwrap().optional(),
  Owner: lookupValue.unwrap().optional(),
};

/** A new outbound call. Scheduled calls have no duration; completed ones need one. */
export const newCall = z.discriminatedUnion('Outbound_Call_Status', [
  z.strictObject({ ...anyCall, Outbound_Call_Status: z.literal('Scheduled') }),
  z.strictObject({
    ...anyCall,
    Outbound_Call_Status: z.literal('Completed'),
    Call_Duration: duration,
  }),
]);
export type NewCall = z.input<typeof newCall>;

/** Changes of a scheduled call: another time, or its completion. */
export const callPatch = z
  .strictObject({
    Subject: anyCall.Subject,
    Outbound_Call_Status: z.enum(['Scheduled', 'Completed']),
    Call_Start_Time: instantValue,
    Call_Duration: duration,
    Call_Result: anyCall.Call_Result,
    Description: anyCall.Description,
    What_Id: anyCall.What_Id,
    Owner: lookupValue.unwrap(),
  })
  .partial();
export type CallPatch = z.input<typeof callPatch>;

/** A task for a colleague. */
export const taskShape = z.object({
  id: recordId,
  Subject: text,
  Status: text,
  Priority: text,
  Due_Date: calendarDate,
  Description: text,
  Owner: lookup,
  Who_Id: lookup,
  What_Id: lookup,
  Created_Time: instant,
});
export type Task = z.output<typeof taskShape>;

export const newTask = z.strictObject({
  Subject: z.string().min(1).max(255),
  Status: z.enum(['Not Started', 'In Progress', 'Completed', 'Deferred']).optional(),
  Priority: z.enum(['High', 'Highest', 'Low', 'Lowest', 'Normal']).optional(),
  /** `yyyy-MM-dd` in the organisation's time zone. */
  Due_Date: dateValue.optional(),
  Description: z.string().max(32_000).optional(),
  /** The contact. */
  Who_Id: lookupValue.unwrap(),
  /** The deal, if there is one. */
  What_Id: lookupValue.unwrap().optional(),
  Owner: lookupValue.unwrap().optional(),
});
export type NewTask = z.input<typeof newTask>;
