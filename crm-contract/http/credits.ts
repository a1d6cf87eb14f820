/** The part of a call that decides its price; `isAboutMany` for a bulk write. */
type Asked = { path: string; isAboutMany?: true };

/** The price of a query by its limit, in steps (crm-api §6). */
export const QUERY_CREDITS = [
  { upTo: 200, credits: 1 },
  { upTo: 1_000, credits: 2 },
  { upTo: 2_000, credits: 3 },
] as const;
const DEFAULT_LIMIT = 200;
const RECORDS_PER_CREDIT = 10;

/** The price of calls in daily credits (crm-api §6). The first matching row counts; any other call costs one. */
const COSTS: readonly { path: RegExp; credits: (asked: Asked, json: string) => number }[] = [
  { path: /^\/coql$/, credits: (_, json) => queryCredits(limitIn(json)) },
  { path: /\/actions\/send_mail$/, credits: () => 20 },
  // From an older table: the documentation of version 8 does not mention it.
  { path: /^\/[A-Za-z]+\/deleted$/, credits: () => 2 },
  {
    path: /^\/[A-Za-z]+$/,
    credits: (asked, json) => Math.max(1, Math.ceil(recordsIn(asked, json) / RECORDS_PER_CREDIT)),
  },
];

/** The documented credits of one call, charged each time the CRM accepts it. */
export function creditsOf(asked: Asked, json = ''): number {
  return COSTS.find(({ path }) => path.test(asked.path))?.credits(asked, json) ?? 1;
}

function queryCredits(limit: number): number {
  return QUERY_CREDITS.find(({ upTo }) => limit <= upTo)?.credits ?? 3;
}

/** Finds the limit, which is the last part of a query, or comes before an offset. */
function limitIn(json: string): number {
  return Number(/ limit (\d+)(?: offset \d+)?"\}$/i.exec(json)?.[1] ?? DEFAULT_LIMIT);
}

function recordsIn({ isAboutMany }: Asked, json: string): number {
  return isAboutMany && json !== '' ? (JSON.parse(json) as { data: unknown[] }).data.length : 1;
}
