/** The first part of every query key of the admin area: what is forgotten when the session ends. */
export const ADMIN_QUERIES = ['admin'] as const;
