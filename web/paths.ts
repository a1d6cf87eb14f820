/** Builds every URL of the portal. */

export const HOME_PATH = '/';
export const DEALS_PATH = '/deals';

export function dealPath(dealId: string) {
  return `/deals/${encodeURIComponent(dealId)}/`;
}

export function dealPagePath(dealId: string, page: string) {
  return `${dealPath(dealId)}pages/${page}`;
}

/** The contact's survey, resumed where the visitor left it. */
export const PAGES_PATH = '/pages';

export function pagePath(step: string) {
  return `${PAGES_PATH}/${step}`;
}

export const ADMIN_PATH = '/admin';
export const STYLE_GUIDE_PATH = '/stijl';
export const ADMIN_STATS_PATH = `${ADMIN_PATH}/stats`;
export const CALLCENTER_PATH = `${ADMIN_PATH}/callcenter`;

export function leadPath(contactId: string) {
  return `${CALLCENTER_PATH}/contacts/${encodeURIComponent(contactId)}`;
}

/** The map of an address: fills in the template's `{address}`, URL-encoded. */
export function mapUrl(template: string, address: string) {
  return template.replace('{address}', encodeURIComponent(address));
}

/** The prefilled booking page; placeholders missing from the template are ignored. */
export function bookingUrl(template: string, customer: { email: string; name: string; phone: string }) {
  return template.replace(/\{(email|name|phone)\}/g, (_, key: keyof typeof customer) =>
    encodeURIComponent(customer[key]),
  );
}

export function mailUrl(email: string) {
  return `mailto:${email}`;
}
