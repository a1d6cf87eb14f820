import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFiles, ROOT } from './sources.ts';

const documents = projectFiles()
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

describe('house: the documents are true', () => {
  test('the README has at most 900 words', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    expect(readme.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(900);
  });

  test('every path that the documents name exists', () => {
    const named = documents.flatMap(({ path, text }) =>
      [
        ...text.matchAll(/`((?:web|bff|crm-contract|fixtures|tests|commands|deploy|docs|\.ci|\.github)\/[\w./-]*)`/g),
      ].map(([, target = '']) => ({ path, target })),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ target }) => !existsSync(join(ROOT, target)))).toEqual([]);
  });

  test('every npm command that the documents name exists', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    const named = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => ({ path, name })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
  });

  test('every link between documents leads to a file, and to its heading if it names one', () => {
    const broken = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, file = '', anchor]) => {
        const target = file === '' ? path : normalize(join(dirname(path), file)).replace(/\/$/, '');
        if (!existsSync(join(ROOT, target))) return [`${path}: ${link}`];
        const isThere = anchor === undefined || anchorsOf(readFileSync(join(ROOT, target), 'utf8')).has(anchor);
        return isThere ? [] : [`${path}: ${link}`];
      }),
    );
    expect(broken).toEqual([]);
  });
});

/** Headings as GitHub's anchors, and anchors by hand. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]);
}
