import { actionTitle } from '../../bff/crm/texts/outcome-texts.ts';
import type { CrmJournal } from './crm-journal.ts';
import { plain } from './crm-journal.ts';
import type { Given, Ledger, Reported, Typed } from './ledger.ts';
import { checkSignatures } from './signatures.ts';

export const FIGURES = [
  'confirmed and not stored',
  'confirmed but missing',
  'typed but gone',
  'doubled',
  'foreign fields overwritten',
  'signed another quote',
  'signed at a price that no calculation of its inputs gives',
  'half evidence',
  'signed without a copy in the mail or a task',
  'forbidden',
  'accepted but unanswered',
  'handed out twice',
  'over the limits of the CRM',
  'a person in the shared store',
] as const;
export type Figure = (typeof FIGURES)[number];

export interface Finding {
  figure: Figure;
  journey: number;
  what: string;
}

const found = (figure: Figure, journey: number, what: string): Finding[] => [{ figure, journey, what }];

/** Compares the reports to people with the CRM's own journal; every finding is a broken promise. */
export function findingsIn(ledger: Ledger, journal: CrmJournal): Finding[] {
  return [
    ...ledger.lapses,
    ...ledger.given.flatMap((given) => checkGiven(given, journal)),
    ...lastValues(ledger.given, journal),
    ...ledger.typed.flatMap((typed) => checkTyped(typed, journal)),
    ...checkPlans(ledger, journal),
    ...checkUndone(ledger, journal),
    ...checkPhotos(ledger, journal),
    ...checkSignatures(ledger, journal),
    ...checkTrespasses(ledger, journal),
    ...checkHandedOut(ledger),
  ];
}

/** A confirmed value was in the CRM before it was confirmed. */
function checkGiven({ reported, id, field, value, from, to, journey, by }: Given, journal: CrmJournal): Finding[] {
  if (reported !== 'confirmed' || journal.held(id, field, plain(value), from, to)) return [];
  const what = `${by} got a confirmation of ${field} = ${value}, which was never there`;
  return found('confirmed and not stored', journey, what);
}

/** No confirmed value is later than the final value of its field. */
function lastValues(given: readonly Given[], journal: CrmJournal): Finding[] {
  const byField = Map.groupBy(given, ({ id, field }) => `${id} ${field}`);
  return [...byField.values()].flatMap((all) => {
    const [{ id, field, journey } = { id: '', field: '', journey: 0 }] = all;
    const now = journal.now(id, field);
    const confirmed = all.filter(({ reported }) => reported === 'confirmed');
    const isLater = (to: number) => confirmed.some((given) => given.from >= to && plain(given.value) !== now);
    const isGiven = all.some(
      ({ reported, value, to }) => reported !== 'refused' && plain(value) === now && !isLater(to),
    );
    const isUntouched = confirmed.length === 0 && journal.before(id, field) === now;
    if (isGiven || isUntouched) return [];
    const last = confirmed.toSorted((a, b) => a.to - b.to).at(-1);
    const figure = last?.by === 'sales-ops' ? 'foreign fields overwritten' : 'confirmed but missing';
    const story = journal.commits(id, field).map(({ by, value, at }) => `${by} ${value} ${at % 1e7}`);
    const reported = all.map(
      ({ by, value, reported, from, to }) => `${by} ${value} ${reported} ${from % 1e7}-${to % 1e7}`,
    );
    const what = `${field} of ${id} is ${now}; reported: ${reported.join(', ')}; commits: ${story.join(', ')}`;
    return found(figure, journey, what);
  });
}

/** Typed text is in its place, once; unconfirmed text at most once. */
function checkTyped(typed: Typed, journal: CrmJournal): Finding[] {
  const { words, places, reported, journey, ifChanged, from, to } = typed;
  const isDue =
    reported === 'confirmed' &&
    (!ifChanged ||
      journal.commits(ifChanged.id, ifChanged.field).some(({ by, at }) => by === 'api' && at >= from && at <= to));
  const counts = places.map(({ module, parent, status }) => {
    const there = journal.made(module, parent).filter(({ values }) => {
      const text = `${values.Note_Content ?? ''}${values.Description ?? ''}`;
      return text.includes(words) && (status === undefined || values.Outbound_Call_Status === status);
    });
    return { module, count: there.length };
  });
  const isGone = isDue && counts.every(({ count }) => count === 0);
  return counts.flatMap(({ module, count }): Finding[] => {
    if (count > 1) return found('doubled', journey, `${count} ${module} with "${words}"`);
    if (count === 1 || !isDue) return [];
    const what = `no ${module} with "${words}", confirmed ${from % 1e7}-${to % 1e7}; ${journal.storyOf(module, words)}`;
    return found(isGone ? 'typed but gone' : 'confirmed but missing', journey, what);
  });
}

/** At most one open agreed call per contact: the last confirmed one, unless the calls were ended after it. */
function checkPlans({ planned }: Ledger, journal: CrmJournal): Finding[] {
  return [...Map.groupBy(planned, ({ contactId }) => contactId)].flatMap(([contactId, all]): Finding[] => {
    const open = journal.made('Calls', contactId).filter(({ values }) => values.Outbound_Call_Status === 'Scheduled');
    const journey = all[0]?.journey ?? 0;
    if (open.length > 1) return found('doubled', journey, `${open.length} open agreements`);
    const last = all.filter(({ reported }) => reported === 'confirmed').at(-1);
    const isSettled = last?.kind === 'plan' && all.every((each) => each === last || each.to <= last.from);
    if (!isSettled || open.some(({ values }) => String(values.Description).includes(last.words))) return [];
    return found('confirmed but missing', journey, `the agreed call "${last.words}"`);
  });
}

/** Every undo left its note: one for each confirmed undo, none for a refused one. */
function checkUndone({ undone }: Ledger, journal: CrmJournal): Finding[] {
  return [...Map.groupBy(undone, ({ contactId }) => contactId)].flatMap(([contactId, all]): Finding[] => {
    const notes = journal
      .made('Notes', contactId)
      .filter(({ values }) => values.Note_Title === actionTitle('undo')).length;
    const count = (...reported: Reported[]) => all.filter((each) => reported.includes(each.reported)).length;
    const what = `${notes} notes of ${all.map(({ reported }) => reported).join(', ')} undone outcomes`;
    const journey = all[0]?.journey ?? 0;
    if (notes < count('confirmed')) return found('confirmed but missing', journey, what);
    return notes > count('confirmed', 'unsure') ? found('doubled', journey, what) : [];
  });
}

/** No lead is given to two colleagues while one portal runs. */
function checkHandedOut({ handedOut }: Ledger): Finding[] {
  const byLead = Map.groupBy(handedOut, ({ contactId, generation }) => `${contactId} of start ${generation}`);
  return [...byLead].flatMap(([lead, all]) =>
    all.length < 2 ? [] : found('handed out twice', all[0]?.journey ?? 0, `${all.length} times ${lead}`),
  );
}

function checkPhotos({ sent }: Ledger, journal: CrmJournal): Finding[] {
  return sent.flatMap(({ journey, contactId, mark, reported }): Finding[] => {
    const there = journal
      .made('Attachments', contactId)
      .filter(({ values }) => String(values.File_Name).includes(mark));
    if (there.length > 1) return found('doubled', journey, `${there.length} Attachments ${mark}`);
    if (there.length === 1 || reported !== 'confirmed') return [];
    return found('confirmed but missing', journey, `photo ${mark}`);
  });
}

/** Another customer's deal was not shown, and nothing of the attempt is anywhere in the CRM. */
function checkTrespasses({ trespasses }: Ledger, journal: CrmJournal): Finding[] {
  const shown = trespasses.filter(({ got }) => got >= 200 && got < 300);
  const written = journal.journal.filter(({ values }) => values.survey1_battery_box_distance_m === '997');
  const texts = journal.journal.map(
    ({ values }) => `${values.Note_Content ?? ''}${values.Description ?? ''}${values.gaikan_signature_plain ?? ''}`,
  );
  const kept = trespasses.filter(({ words }) => texts.some((text) => text.includes(words)));
  return [
    ...shown.flatMap(({ journey, what, got }) => found('forbidden', journey, `${what}: ${got}`)),
    ...written.flatMap(({ id }) => found('forbidden', 0, `distance of ${id} written by a stranger`)),
    ...kept.flatMap(({ journey, what }) => found('forbidden', journey, `${what}: written`)),
  ];
}
