import type { LeadCard, LeadColumns, LeadGroup } from '../../../../bff/view-models/callcenter.ts';
import { type CodedColumn, packed, valueAt } from './coded-column.ts';
import { phoneDigits, searchable } from './search-leads.ts';
import { rowOf, type TextColumn, textAt, textColumn } from './text-column.ts';

type Text = 'id' | 'Full_Name' | 'Phone' | 'Email' | 'Mailing_Zip' | 'lastCallAt';

/** The list as the page holds it: a few dozen values, however many leads there are. */
export type LeadTable = Record<Text, TextColumn> & {
  [Name in Exclude<keyof LeadCard, Text>]: CodedColumn<LeadCard[Name]>;
} & {
  count: number;
  /** How many there are of each group. */
  perGroup: ReadonlyMap<LeadGroup, number>;
  /** What a search looks through, in the form in which it compares. */
  searched: TextColumn;
  digits: TextColumn;
  /** How many lines each card has; a line is cut off rather than broken, so that the card's height is known. */
  lines: Uint8Array;
};

export function leadTable({ id, Full_Name, Phone, Email, Mailing_Zip, ...columns }: LeadColumns): LeadTable {
  const coded = {
    owner: packed(columns.owner),
    Lead_Owner_Flow: packed(columns.Lead_Owner_Flow),
    Mailing_City: packed(columns.Mailing_City),
    group: packed(columns.group),
    callback: packed(columns.callback),
    attempts: packed(columns.attempts),
    lastOutcome: packed(columns.lastOutcome),
    openedBy: packed(columns.openedBy),
  };
  const lastCallAt = packed(columns.lastCallAt);
  return {
    ...coded,
    count: id.length,
    perGroup: tally(columns.group),
    id: textColumn(id),
    Full_Name: textColumn(Full_Name),
    Phone: textColumn(Phone),
    Email: textColumn(Email),
    Mailing_Zip: textColumn(Mailing_Zip),
    lastCallAt: textColumn(id.map((_, row) => valueAt(lastCallAt, row) ?? null)),
    searched: textColumn(
      // A word has no blanks, so that a postcode without its own is found either way.
      id.map((each, row) => searchable([Full_Name[row], Email[row], Mailing_Zip[row]?.replace(/\s/g, ''), each])),
    ),
    digits: textColumn(Phone.map((phone) => phoneDigits(phone ?? ''))),
    lines: Uint8Array.from(id, (_, row) => cardLines(coded, row)),
  };
}

/** One card of the list: made when it is looked at, since most never are. */
export function leadAt(leads: LeadTable, row: number): LeadCard | undefined {
  const group = valueAt(leads.group, row);
  if (group === undefined) return undefined;
  const text = (name: Text) => textAt(leads[name], row) || null;
  return {
    id: textAt(leads.id, row),
    group,
    owner: valueAt(leads.owner, row) ?? null,
    Full_Name: text('Full_Name'),
    Lead_Owner_Flow: valueAt(leads.Lead_Owner_Flow, row) ?? null,
    Phone: text('Phone'),
    Email: text('Email'),
    Mailing_Zip: text('Mailing_Zip'),
    Mailing_City: valueAt(leads.Mailing_City, row) ?? null,
    callback: valueAt(leads.callback, row) ?? null,
    attempts: valueAt(leads.attempts, row) ?? 0,
    lastOutcome: valueAt(leads.lastOutcome, row) ?? null,
    lastCallAt: text('lastCallAt'),
    openedBy: valueAt(leads.openedBy, row) ?? [],
  };
}

export function leadOf(leads: LeadTable, contactId: string): LeadCard | undefined {
  return leadAt(leads, rowOf(leads.id, contactId));
}

function tally({ values, places }: LeadColumns['group']): Map<LeadGroup, number> {
  const counts = values.map(() => 0);
  for (const place of places) counts[place] = (counts[place] ?? 0) + 1;
  return new Map(values.map((group, place) => [group, counts[place] ?? 0]));
}

type Told = Pick<LeadTable, 'callback' | 'attempts' | 'lastOutcome' | 'Mailing_City' | 'Lead_Owner_Flow' | 'openedBy'>;

function cardLines(leads: Told, row: number): number {
  let lines = 2;
  if (valueAt(leads.callback, row)) lines += 1;
  if (valueAt(leads.attempts, row) || valueAt(leads.lastOutcome, row)) lines += 1;
  if (valueAt(leads.Mailing_City, row) || valueAt(leads.Lead_Owner_Flow, row)) lines += 1;
  return lines + (valueAt(leads.openedBy, row)?.length ?? 0);
}
