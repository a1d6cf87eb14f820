/** Every URL of the portal is built here. */

export const HOME_PATH = '/';
export const DEALS_PATH = '/deals';

export function dealPath(dealId: string) {
  return `/deals/${encodeURIComponent(dealId)}/`;
}

export function dealPagePath(dealId: string, page: string) {
  return `${dealPath(dealId)}pages/${page}`;
}

/** The booking page with what is known of the customer; placeholders that the template lacks are simply not filled. */
export function bookingUrl(template: string, customer: { email: string; name: string; phone: string }) {
  return template.replace(/\{(email|name|phone)\}/g, (_, key: keyof typeof customer) =>
    encodeURIComponent(customer[key]),
  );
}

export function phoneUrl(phone: string) {
  return `tel:${phone.replace(/[^+\d]/g, '')}`;
}

export function mailUrl(email: string) {
  return `mailto:${email}`;
}
