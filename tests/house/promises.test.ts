import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROMISES } from '../promises/promises.ts';
import { SELLER_PROMISES } from '../promises/seller-promises.ts';
import { projectFiles, ROOT } from './sources.ts';

// Decision J8: a sentence that promises something is in the table, with its effect and the test that shows it.

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** The sandbox's portal file, an example of what a seller writes. */
const PORTAL_FILE = 'portal.json';
/** What customers read. */
const READ = projectFiles().filter(
  (path) =>
    /^web\/texts\/(?!admin|style-guide).*\.ts$/.test(path) ||
    /^bff\/(?!crm\/).*-(mail|texts)\.ts$/.test(path) ||
    path === PORTAL_FILE,
);

const anyOf = (patterns: readonly string[]) => new RegExp(patterns.join('|'), 'gi');
/** Somebody does something, whatever the verb: a list of verbs would miss the next one. */
const DEED = anyOf([
  String.raw`\b(wij|we|planner|monteur|adviseur|collega|ploeg)\b`,
  String.raw`\b(belt|bellen|mailt|mailen|sturen) u\b`,
  // Without a subject: it is done, by somebody or by itself.
  String.raw`\b(wordt|worden|is gemaild|vanzelf)\b`,
  String.raw`\b(blijft|blijven)\b`,
  // What reaches the customer, and when.
  String.raw`\b(u|daarna) (ontvangt|krijgt|hoort|vindt)\b`,
  String.raw`\b(ontvangt|krijgt|hoort) u\b`,
  String.raw`\b(straks|zodra|binnen \S+ werkdagen)\b`,
]);
/** Parts of a sentence in which nobody will do anything. */
const NO_DEED = anyOf([
  // What we know, miss or can do, or have done.
  String.raw`\bwij (al |het laatst )?(kennen|kunnen|konden|weten|wisten|vinden|missen|hebben|begrepen|kregen|ontvingen)\b`,
  String.raw`\b(kennen|kunnen|weten|hebben|legden) wij\b`,
  String.raw`Een collega'\} heeft`,
  // What cannot be done, or is not.
  String.raw`\b(kan|kunnen|konden|wil)\b[^,.]* worden\b`,
  String.raw`\bwordt niets?\b`,
  // What the page does at this moment, beside the press that asked for it.
  String.raw`\b(wordt|worden) \S+…$`,
  String.raw`\bBlijft (dit|het) zo\b`,
  String.raw`\b(uw|met een) adviseur\b`,
  // The withdrawal form in the words of the law, for the customer to send.
  String.raw`\bIk/Wij \(\*\).*|formulier op papier wordt ingediend`,
]);
const isQuestion = (sentence: string) => /\p{L}\?$/u.test(sentence);
const promisesSomething = (sentence: string) =>
  !isQuestion(sentence) && sentence.replace(NO_DEED, '').search(DEED) !== -1;

/** Every text of a file: the values of JSON, else the strings and templates of code, nested ones too, without comments. */
function textsIn(path: string): string[] {
  if (path.endsWith('.json')) return valuesIn(JSON.parse(textOf(path)));
  const code = textOf(path).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const literals = code.match(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g) ?? [];
  const nested = [...code.matchAll(/\$\{[^`{}]*`((?:\\.|[^`\\])*)`/g)].map(([, text = '']) => text);
  return [...literals.map((literal) => literal.slice(1, -1)), ...nested];
}

function valuesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('data:') ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [];
}

const sentencesIn = (path: string) => textsIn(path).flatMap((text) => text.split(/(?<=[.!?;:]) /));

describe('house: promises', () => {
  test.each(PROMISES)('"$says" is where the table says, and a test shows what happens', (row) => {
    for (const path of row.in) expect(textOf(path)).toContain(row.says);
    for (const [file, title] of [row.shown, ...(row.refused ? [row.refused] : [])]) {
      expect(textOf(`tests/${file}`)).toContain(title);
    }
  });

  test('the promises of the seller in the portal file are in their own table', () => {
    expect(PROMISES.filter((row) => row.in.includes(PORTAL_FILE))).toEqual(SELLER_PROMISES);
  });

  test('no sentence outside the table promises anything', () => {
    const promising = READ.flatMap((path) =>
      sentencesIn(path)
        .filter(promisesSomething)
        .map((sentence) => ({ path, sentence })),
    );
    expect(promising.length).toBeGreaterThan(90);
    const isListed = ({ path, sentence }: { path: string; sentence: string }) =>
      PROMISES.some((row) => row.in.includes(path) && sentence.includes(row.says));
    expect(promising.filter((each) => !isListed(each))).toEqual([]);
  });

  // Sentences that earlier versions of this law did not see.
  test.each([
    'u hoort binnen vijf werkdagen van ons.',
    'Wij maken uw offerte.',
    'wij proberen het vanzelf opnieuw.',
    'Bij u thuis wordt bekeken waar de batterij komt.',
    'U wordt morgen gebeld.',
    'Dan passen wij uw offerte aan.',
    'Grote bestanden maken wij kleiner.',
    'Wij hebben uw vraag ontvangen en een collega belt terug.',
    'Wij hebben uw vraag ontvangen, en bellen u morgen.',
    'Onze planner belt u.',
    'Deze pagina gaat vanzelf verder.',
  ])('"%s" is a promise', (sentence) => expect(promisesSomething(sentence)).toBe(true));

  test.each([
    'Deze link kennen wij niet.',
    'Hieronder staat de handtekening die wij hebben vastgelegd.',
    'Er wordt niets besteld.',
    'Uw vraag wordt verstuurd…',
    'Dit veld kan hier niet worden gewijzigd.',
    'Wie belt u?',
  ])('"%s" is none', (sentence) => expect(promisesSomething(sentence)).toBe(false));
});
