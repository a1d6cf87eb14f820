import type { PortalFile } from '../site/portal-file.ts';
import { type Site, site } from '../view-models/site.ts';
import type { App } from './route-description.ts';

/** The seller's details for the pages, without a CRM call. */
export function siteRoutes(app: App, answer: Site): void {
  app.get('/api/site', { config: { access: 'everyone' }, schema: { response: { 200: site } } }, async () => answer);
}

interface SiteSettings {
  portal: PortalFile;
  sandbox: boolean;
  addressLookupUrl: string | null;
}

export function presentSite({ portal, sandbox, addressLookupUrl }: SiteSettings): Site {
  return {
    sandbox,
    brand: portal.brand,
    product: portal.product,
    crmName: portal.crmName,
    seller: portal.seller,
    guaranteeNotice: portal.guaranteeNotice ?? null,
    guaranteeLabel: portal.guaranteeLabel ?? null,
    privacyUrl: portal.privacyUrl ?? null,
    accessibilityUrl: portal.accessibilityUrl ?? null,
    bookingUrl: portal.bookingUrl,
    mapUrl: portal.mapUrl,
    review: portal.review,
    financing: portal.financing.length > 0,
    why: portal.why ?? [],
    afterSigning: portal.afterSigning ?? {},
    includedMetres: portal.includedMetres,
    moduleAdvice: portal.moduleAdvice ?? null,
    addressLookup: addressLookupUrl !== null,
  };
}
