import type { LeadColumns } from '../../../../bff/view-models/callcenter.ts';

type SearchedLeads = Pick<LeadColumns, 'id' | 'Full_Name' | 'Phone' | 'Email' | 'Mailing_Zip'>;

/** Prepared once per list, when somebody begins to search, so that a keystroke only compares. */
export interface LeadIndex {
  texts: readonly string[];
  /** Prepared when somebody begins to search for a number. */
  phones: () => readonly string[];
}

export function indexLeads({ id, Full_Name, Phone, Email, Mailing_Zip }: SearchedLeads): LeadIndex {
  let phones: readonly string[] | undefined;
  return {
    texts: id.map((each, row) => {
      // A word has no blanks, so that a postcode without its own is found either way.
      const zip = Mailing_Zip[row]?.replace(/\s/g, '') ?? '';
      return plain(`${Full_Name[row] ?? ''} ${Email[row] ?? ''} ${zip} ${each}`);
    }),
    phones: () => {
      phones ??= Phone.map((phone) => phoneDigits(phone ?? ''));
      return phones;
    },
  };
}

/** The rows in which every word is found in the name, e-mail, postcode or id; or the whole, as a number, in the phone (decision G1). */
export function searchLeads({ texts, phones }: LeadIndex, query: string): number[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const number = /^[\d\s+()./-]{3,}$/.test(query.trim()) ? phoneDigits(query) : '';
  const digits = number.length >= 3 ? phones() : [];
  const rows = [...texts.keys()];
  return rows.filter((row) => words.every((word) => texts[row]?.includes(word)) || digits[row]?.includes(number));
}

/** Lower case without accents: who searches "zoe" means Zoë too. Most texts have none, and taking them out is slow. */
function plain(text: string) {
  const bare = /[^\0-\x7f]/.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text;
  return bare.toLowerCase();
}

/** The digits that stay the same whether a number starts with 0, +31 or 0031. */
function phoneDigits(phone: string) {
  return phone.replace(/\D/g, '').replace(/^(0031|31(?=\d{9}$)|0)/, '');
}
