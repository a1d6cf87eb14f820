/** The first part of every query key of the admin area: what is forgotten when the session ends. */
export const ADMIN_QUERIES = ['admin'] as const;

export const LEADS_KEY = [...ADMIN_QUERIES, 'leads'] as const;
export const CONTACTS_KEY = [...ADMIN_QUERIES, 'contact'] as const;

/** Answers that say who else has a lead open: others than oneself, so they depend on who one is. */
export const WHO_ELSE_QUERIES = [LEADS_KEY, CONTACTS_KEY] as const;
