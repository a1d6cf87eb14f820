import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROMISES } from '../promises/promises.ts';
import { projectFiles, ROOT } from './sources.ts';

// Decision J8: a sentence that promises something is in the table, with its effect and the test that shows it.

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** What customers read. */
const READ = projectFiles().filter(
  (path) =>
    /^web\/texts\/(?!admin-|style-guide).*\.ts$/.test(path) ||
    /^bff\/.*(-mail|pdf-texts|quote-texts|api-texts|step-texts)\.ts$/.test(path),
);
/** Promises that somebody calls, writes, looks or gets in touch. */
const PROMISES_SOMETHING = new RegExp(
  [
    String.raw`\bwij (\w+ )?(bellen|mailen|sturen|kijken|nemen contact|zoeken|beantwoorden|werken aan|laten|maken hem)\b`,
    String.raw`\b(bellen|mailen|sturen|kijken|laten) wij\b`,
    String.raw`\b(u ontvangt|ontvangt u|u krijgt|krijgt u|u hoort|hoort u)\b`,
    String.raw`\b(adviseur|collega) (neemt|bekijkt|stuurt|kijkt|belt|hem)\b`,
    String.raw`\b(is|en) gemaild\b`,
  ].join('|'),
  'i',
);

/** The sentences in a file's strings, without comments. */
function sentencesIn(path: string): string[] {
  const code = textOf(path).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const literals = code.match(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g) ?? [];
  return literals.flatMap((literal) => literal.slice(1, -1).split(/(?<=[.!?;:]) /));
}

describe('house: promises', () => {
  test.each(PROMISES)('"$says" is where the table says, and a test shows what happens', (row) => {
    for (const path of row.in) expect(textOf(path)).toContain(row.says);
    const [file, title] = row.shown;
    expect(textOf(`tests/${file}`)).toContain(title);
  });

  test('no sentence outside the table promises anything', () => {
    const promising = READ.flatMap((path) =>
      sentencesIn(path)
        .filter((sentence) => PROMISES_SOMETHING.test(sentence))
        .map((sentence) => ({ path, sentence })),
    );
    expect(promising.length).toBeGreaterThan(25);
    const isListed = ({ path, sentence }: { path: string; sentence: string }) =>
      PROMISES.some((row) => row.in.includes(path) && sentence.includes(row.says));
    expect(promising.filter((each) => !isListed(each))).toEqual([]);
  });
});
