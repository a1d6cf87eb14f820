import type { LeadCard } from '../../../../bff/view-models/callcenter.ts';

export type SearchedLead = Pick<LeadCard, 'id' | 'Full_Name' | 'Phone' | 'Email' | 'Mailing_Zip'>;

interface Indexed<Lead> {
  lead: Lead;
  text: string;
  digits: string;
}

/** Prepared once per list, when somebody begins to search, so that a keystroke only compares. */
export type LeadIndex<Lead> = readonly Indexed<Lead>[];

export function indexLeads<Lead extends SearchedLead>(leads: readonly Lead[]): LeadIndex<Lead> {
  return leads.map((lead) => ({
    lead,
    text: plain(
      [lead.Full_Name, lead.Email, lead.Mailing_Zip, lead.Mailing_Zip?.replace(/\s/g, ''), lead.id]
        .filter(Boolean)
        .join(' '),
    ),
    digits: phoneDigits(lead.Phone ?? ''),
  }));
}

/** Every word must be found in the name, e-mail, postcode or id; or the whole, as a number, in the phone (decision G1). */
export function searchLeads<Lead extends SearchedLead>(index: LeadIndex<Lead>, query: string): Lead[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const number = /^[\d\s+()./-]{3,}$/.test(query.trim()) ? phoneDigits(query) : '';
  return index
    .filter(
      ({ text, digits }) =>
        words.every((word) => text.includes(word)) || (number.length >= 3 && digits.includes(number)),
    )
    .map(({ lead }) => lead);
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
