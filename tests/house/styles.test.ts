import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, ROOT } from './sources.ts';

/** Classes that more than one folder of `web` uses, beside those of `web/ui` and of `web/quote`. A class not listed belongs to one folder. */
const SHARED = [
  // Parts of the desk.
  'leads',
  'phone-icon',
  'queue-counts',
  // Parts of the customer's pages; the desk shows a quote as the customer sees it.
  'distance',
  'review-change',
];

const web = projectFiles().filter((path) => path.startsWith('web/'));
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/**
 * Every class that a stylesheet of one screen styles, with the folders that style it or put it on an
 * element; not those of `web/ui` and `web/quote`, which every screen may use.
 */
function foldersByClass(): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  const everywhere = new Set<string>();
  for (const path of web.filter((file) => file.endsWith('.css'))) {
    const rules = textOf(path).replace(/\/\*.*?\*\//gs, '');
    for (const [, selector = ''] of rules.matchAll(/([^{}@]+)\{/g)) {
      for (const [, name = ''] of selector.matchAll(/\.([a-z][\w-]*)/gi)) {
        if (/^web\/(ui|quote)\//.test(path)) everywhere.add(name);
        folders.set(name, (folders.get(name) ?? new Set()).add(dirname(path)));
      }
    }
  }
  for (const path of web.filter((file) => file.endsWith('.tsx'))) {
    for (const [, quoted = '', computed = ''] of textOf(path).matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/g)) {
      const written = [quoted, ...(computed.match(/'[^']*'|`[^`]*`/g) ?? [])].join(' ');
      for (const name of written.split(/[^\w-]+/)) folders.get(name)?.add(dirname(path));
    }
  }
  for (const name of everywhere) folders.delete(name);
  return folders;
}

test('a class is styled and used in one folder of web, unless it is of web/ui or web/quote, or listed as shared', () => {
  const shared = [...foldersByClass()].filter(([, folders]) => {
    const [home = ''] = [...folders].sort((a, b) => a.length - b.length);
    return [...folders].some((folder) => folder !== home && !folder.startsWith(`${home}/`));
  });
  expect(shared.map(([name]) => name).sort()).toEqual([...SHARED].sort());
});
