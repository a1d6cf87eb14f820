import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFiles, ROOT } from './sources.ts';

const here = 'tests/house/references.test.ts';
const files = projectFiles()
  .filter((path) => /\.(tsx?|css|html|md|ya?ml)$/.test(path) && path !== here)
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** Every number of a heading or an anchor in a document, found by `pattern`. */
function given(paths: (path: string) => boolean, pattern: RegExp): Set<string> {
  const found = files.filter(({ path }) => paths(path)).flatMap(({ text }) => [...text.matchAll(pattern)]);
  return new Set(found.map(([, number = '']) => number.replace(/^0/, '')));
}

const is = (wanted: string) => (path: string) => path === wanted;
const isDecision = (path: string) => path.startsWith('docs/decisions/');

/** One number or more: `2.3`, `2.3, §2.6 and §2.7`, `4.4–4.7`. */
const LIST = String.raw`((?:A\.)?\d[\d.]*(?:(?:(?:, | and )§|–§?)(?:A\.)?\d[\d.]*)*)`;

/** The forms of a citation in a comment, a test title or a document, and the existing numbers. */
const CITATIONS: { what: string; cited: RegExp; numbers: Set<string>; skips?: (path: string) => boolean }[] = [
  {
    what: '§2.3 in docs/specification.md',
    cited: new RegExp(`(?<!(?:crm-api|reliability) (?:§[A\\d.]+(?:, | and |–))*)§${LIST}`, 'gi'),
    numbers: given(is('docs/specification.md'), /^#+ §([\d.]+)/gm),
    skips: is('docs/reliability.md'),
  },
  {
    what: 'crm-api §2.6 in docs/zoho.md',
    cited: new RegExp(`\\bcrm-api §${LIST}`, 'g'),
    numbers: given(is('docs/zoho.md'), /^#+ crm-api §([A\d.]+)/gm),
  },
  {
    what: 'reliability §1.2 in docs/reliability.md',
    cited: new RegExp(`\\breliability §${LIST}`, 'gi'),
    numbers: given(is('docs/reliability.md'), /^#+ §([\d.]+)/gm),
  },
  {
    what: 'fault 34 in docs/reliability.md',
    cited: /\bfaults? (\d\d?(?:(?:, | and |–| to )\d\d?\b)*)/gi,
    numbers: given(is('docs/reliability.md'), /id="fault-(\d+)"/g),
  },
  {
    what: 'security 07 in docs/security.md',
    cited: /\bsecurity (\d\d(?:(?:, | and |–)\d\d\b)*)/g,
    numbers: given(is('docs/security.md'), /id="security-(\d+)"/g),
  },
  {
    what: 'promise 6 in docs/reliability.md',
    cited: /\bpromises? (\d)\b/g,
    numbers: given(is('docs/reliability.md'), /id="promise-(\d)"/g),
  },
  {
    what: 'decision E7 in docs/decisions',
    cited: /\bdecisions? ((?:[A-I]\d*)(?:(?:, | and |–)[A-I]\d*\b)*)/g,
    numbers: given(isDecision, /^## ([A-I]\d*)\. /gm),
  },
  {
    what: 'a test title that begins with a decision',
    cited: /['"`]([A-I]\d{1,2}(?:, [A-I]\d{1,2})*)[ :,][^'"`\n]+/g,
    numbers: given(isDecision, /^## ([A-I]\d*)\. /gm),
    skips: (path) => !/^tests\/.*\.(test|spec)\.ts$/.test(path),
  },
];

describe('house: what a comment, a title or a document cites is in this repository', () => {
  test.each(CITATIONS)('$what', ({ cited, numbers, skips }) => {
    expect(numbers.size).toBeGreaterThan(0);
    const unknown = files
      .filter(({ path }) => !skips?.(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(cited)].flatMap(([all, list = '']) =>
          (list.match(/(?:A\.)?[A-I]?\d+(?:\.\d+)*|\b[A-I]\b/g) ?? [])
            .filter((number) => !numbers.has(number.replace(/^0/, '')))
            .map(() => `${path}: ${all}`),
        ),
      );
    expect(unknown).toEqual([]);
  });

  test('every part that loads when it is rendered names an existing file', () => {
    const parts = files
      .filter(({ path, text }) => path.startsWith('web/') && text.includes('first-view/drawing.tsx'))
      .flatMap(({ text }) => [...text.matchAll(/'((?:customer|admin)\/[\w/-]+\.tsx)'/g)])
      .map(([, part]) => `web/${part}`);
    expect(parts.length).toBeGreaterThan(20);
    expect(parts.filter((part) => !files.some(({ path }) => path === part))).toEqual([]);
  });

  test('no document outside the repository is cited', () => {
    const elsewhere =
      /\b(?:portal|interface|house|performance|production|spec|decisions?|zoho|security) §|\b(?:portal|interface|house|crm-api|zoho-evidence|product-research|production)\.md\b|\blaw L\d/i;
    expect(files.filter(({ text }) => elsewhere.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
