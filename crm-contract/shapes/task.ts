import { z } from 'zod';
import { dateValue, lookupValue } from './strict.ts';
import { calendarDate, instant, lookup, recordId, text } from './tolerant.ts';

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
  /** The deal, when there is one. */
  What_Id: lookupValue.unwrap().optional(),
  Owner: lookupValue.unwrap().optional(),
});
export type NewTask = z.input<typeof newTask>;
