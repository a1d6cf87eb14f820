/** The first part of every query key of the admin area, so that all are cleared when the session ends. */
export const ADMIN_QUERIES = ['admin'] as const;

export const LEADS_KEY = [...ADMIN_QUERIES, 'leads'] as const;
export const CONTACTS_KEY = [...ADMIN_QUERIES, 'contact'] as const;

/** Answers about who else has a lead open depend on who one is, so the user is part of the key. */
export const WHO_ELSE_QUERIES = [LEADS_KEY, CONTACTS_KEY] as const;
