import type { WrittenPortalFile } from '../site/portal-file.ts';
import { advice, type Finding, fault } from './finding.ts';

/** What stands in `portal.json` where an organisation has its own: made-up words, addresses that nobody has, the sandbox. */
const MADE_UP = /\bvoorbeeld|\.example\b|sandbox[}/]|^(NL)?0{8}/i;
/** Texts in which any word may stand. */
const FREE_TEXTS = ['title', 'text', 'wording', 'warning', 'example', 'legalGuarantee'];
/** What stands in orders. */
const BINDING = ['seller', 'terms', 'financingTerms'];

/** Parts of the portal file that are still those of `portal.json`, and what it is to say and does not. Pure. */
export function checkPortalFile(portal: WrittenPortalFile): Finding[] {
  const madeUp = Object.entries(portal).flatMap(([part, value]) => {
    const keys = FREE_TEXTS.includes(part) ? [] : madeUpIn(value, part);
    if (keys.length === 0) return [];
    return BINDING.includes(part)
      ? fault(part, `is made up: ${keys.join(', ')}`, 'customers would sign it')
      : advice(part, `is made up: ${keys.join(', ')}`, 'put in your own');
  });
  return portal.callsNeedPermission === undefined ? [...madeUp, PERMISSION] : madeUp;
}

const PERMISSION = advice(
  'callsNeedPermission',
  'is not said',
  'since 1 July 2026 unasked sales calls need permission: true leaves out whoever gave none',
);

function madeUpIn(value: unknown, path: string): string[] {
  if (typeof value === 'string') return MADE_UP.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    FREE_TEXTS.includes(key) ? [] : madeUpIn(inner, `${path}.${key}`),
  );
}
