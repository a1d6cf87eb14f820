import { parseArgs } from 'node:util';
import { creditsOf } from '../../crm-contract/http/credits.ts';
import { limitsOf } from '../../crm-contract/http/limiter.ts';
import { LINKS_MAILED_A_DAY } from '../contact/send-link.ts';
import { STOPS_BELOW } from '../crm/credit-budget.ts';

// `npm run capacity -- --edition enterprise --users 25 --links 40000 --callers 25`: estimates the CRM credits of such a
// day, and how many links per minute its slots can serve. Makes no CRM call.

/** Zoho's table of API limits: simultaneous calls, and credits per 24 hours (crm-api §6). */
const EDITIONS = {
  professional: { atOnce: 15, creditsAUser: 500, most: 3_000_000 },
  enterprise: { atOnce: 20, creditsAUser: 1_000, most: 5_000_000 },
  ultimate: { atOnce: 25, creditsAUser: 2_000, most: Number.POSITIVE_INFINITY },
} as const;
const CREDITS_OF_EVERYBODY = 50_000;
/** Slots left to the organisation's other programs, as docs/operations.md requires for `CRM_MAX_CONCURRENCY`. */
const LEFT_TO_OTHERS = 2;
const CALL_SECONDS = 0.25;
/** The CRM's API mail limit, for all programs of the organisation (docs/zoho.md, `mail.send`). */
const MAILS_A_DAY = 100;

/** The maximum cost of each kind of work, as tests/bff/crm-cost.test.ts and desk-cost.test.ts enforce it. */
export const COSTS = {
  /** Opening a link, with or without its quote, and marking it as viewed. */
  link: { calls: 3, credits: 3 },
  /** Eight steps, and three photos in one upload. */
  survey: { calls: 8 * 2 + 2 + 3, credits: 8 * 2 + 2 + 3 },
  /** Approving and signing, with the order's mail. */
  signature: { calls: 2 + 10, credits: 2 + 9 + creditsOf({ path: '/Deals/1/actions/send_mail' }) },
  /** The budget of a day's mix of outcomes (docs/performance.md); outcomes other than "neemt niet op" take up to 12. */
  dial: { calls: 10, credits: 10 },
  /** The list of leads: deleted contacts once per minute, all deletions four times per hour. */
  listAnHour: {
    calls: 60 + 4 * 3,
    credits: 60 * creditsOf({ path: '/Contacts/deleted' }) + 4 * 3 * creditsOf({ path: '/Deals/deleted' }),
  },
} as const;

/** The numbers of the day; shares are relative to the links sent. */
const ASKED = {
  users: { fallback: '10', is: 'users of the CRM' },
  links: { fallback: '0', is: 'links that a campaign sends' },
  callers: { fallback: '0', is: 'callers at the desk' },
  hours: { fallback: '8', is: 'hours that they call' },
  dials: { fallback: '12', is: 'dials an hour, of each' },
  opened: { fallback: '0.4', is: 'share of the links that is opened' },
  surveys: { fallback: '0.1', is: 'share that is answered' },
  signed: { fallback: '0.02', is: 'share that is signed' },
} as const;
type Day = { edition: keyof typeof EDITIONS } & Record<keyof typeof ASKED, number>;

const round = (value: number) => Math.round(value).toLocaleString('en');

/** The lines of the report. Pure. */
function capacityOf(day: Day): string[] {
  const edition = EDITIONS[day.edition];
  const aDay = Math.min(edition.most, CREDITS_OF_EVERYBODY + day.users * edition.creditsAUser);
  const concurrency = edition.atOnce - LEFT_TO_OTHERS;
  const ofALink = [
    { what: 'links opened', cost: COSTS.link, times: day.opened },
    { what: 'surveys answered', cost: COSTS.survey, times: day.surveys },
    { what: 'orders signed', cost: COSTS.signature, times: day.signed },
  ];
  const ofTheDesk = [
    { what: 'dials', cost: COSTS.dial, times: day.callers * day.hours * day.dials },
    { what: 'hours with the list of leads', cost: COSTS.listAnHour, times: day.callers > 0 ? day.hours : 0 },
  ];
  const rows = [...ofALink.map((row) => ({ ...row, times: row.times * day.links })), ...ofTheDesk];
  const creditsOfAll = (of: typeof rows) => of.reduce((sum, { cost, times }) => sum + cost.credits * times, 0);
  const spent = creditsOfAll(rows);

  // The stats stop first; a campaign must not use up that many credits.
  const forLinks = Math.max(0, (1 - STOPS_BELOW.stats) * aDay - creditsOfAll(ofTheDesk));
  const linksADay = forLinks / creditsOfAll(ofALink);
  const { shared, heavy } = limitsOf(concurrency, concurrency);
  const opensAMinute = (Math.min(shared, heavy) / CALL_SECONDS / COSTS.link.calls) * 60;
  return [
    `${day.edition}, ${round(day.users)} users: CRM_CREDITS_A_DAY=${aDay}, CRM_MAX_CONCURRENCY=${concurrency}`,
    ...rows.map(
      ({ what, cost, times }) =>
        `${what}: ${round(times)}, ${round(times * cost.calls)} calls, ${round(times * cost.credits)} credits`,
    ),
    `together: ${round(spent)} credits, ${Math.round((100 * spent) / aDay)} % of the day's`,
    `links a day before the stats stop: ${round(linksADay)}${day.links > linksADay ? ` (spread them over ${linksADay > 0 ? Math.ceil(day.links / linksADay) : 'no such'} days)` : ''}`,
    `send in waves of ${round(opensAMinute / day.opened)} a minute: ${round(opensAMinute)} opened a minute wait for nothing, in a crowd they are read together and wait some seconds`,
    `mails: ${round(day.signed * day.links)} copies of orders, of ${MAILS_A_DAY} a day, of which links that people ask for take ${LINKS_MAILED_A_DAY} at most; a copy that is not mailed is a task for a colleague`,
    'processes: 1 and one in reserve; 2 or 3 with a shared store, for the sake of restarts',
  ];
}

function readDay(args: string[]): Day {
  const numbers = Object.entries(ASKED).map(([name, { fallback }]) => [name, { type: 'string', default: fallback }]);
  const options = Object.fromEntries([['edition', { type: 'string', default: 'enterprise' }], ...numbers]);
  const { values } = parseArgs({ args, options }) as { values: Record<string, string> };
  const { edition, ...rest } = values;
  if (edition === undefined || !Object.hasOwn(EDITIONS, edition)) {
    throw new Error(`--edition is one of ${Object.keys(EDITIONS).join(', ')}`);
  }
  const read = Object.entries(rest).map(([name, value]) => [name, Number(value)] as const);
  const odd = read.find(([, value]) => !(value >= 0 && Number.isFinite(value)));
  if (odd) throw new Error(`--${odd[0]} is a number: ${ASKED[odd[0] as keyof typeof ASKED].is}`);
  return { edition, ...Object.fromEntries(read) } as Day;
}

/** Runs the command with these options; returns its answer, or the reason why it has none. */
export function capacity(args: string[]): { exitCode: number; said: string } {
  try {
    return { exitCode: 0, said: `${capacityOf(readDay(args)).join('\n')}\n` };
  } catch (error) {
    return { exitCode: 1, said: `${error instanceof Error ? error.message : 'unknown fault'}\n` };
  }
}

if (import.meta.main) {
  const { exitCode, said } = capacity(process.argv.slice(2));
  (exitCode === 0 ? process.stdout : process.stderr).write(said);
  process.exitCode = exitCode;
}
