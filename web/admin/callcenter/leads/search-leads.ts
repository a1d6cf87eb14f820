import { rowsWith, type TextColumn, textAt } from './text-column.ts';

interface Searched {
  count: number;
  searched: TextColumn;
  digits: TextColumn;
}

/** The rows in which every word is found in the name, e-mail, postcode or id; or the whole, as a number, in the phone (decision G1). */
export function searchLeads({ count, searched, digits }: Searched, query: string): number[] {
  const [word, ...others] = searchable([query]).split(/\s+/).filter(Boolean);
  if (word === undefined) return [...Array(count).keys()];
  const found = rowsWith(searched, word).filter((row) =>
    others.every((other) => textAt(searched, row).includes(other)),
  );
  const number = /^[\d\s+()./-]{3,}$/.test(query.trim()) ? phoneDigits(query) : '';
  if (number.length < 3) return found;
  return [...new Set([...found, ...rowsWith(digits, number)])].sort((a, b) => a - b);
}

/** Lower case without accents: who searches "zoe" means Zoë too. Most texts have none, and taking them out is slow. */
export function searchable(texts: readonly (string | null | undefined)[]): string {
  const text = texts.map((each) => each ?? '').join(' ');
  const bare = /[^\0-\x7f]/.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text;
  return bare.toLowerCase();
}

/** The digits that stay the same whether a number starts with 0, +31 or 0031. */
export function phoneDigits(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^(0031|31(?=\d{9}$)|0)/, '');
}
