import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { type Site, site } from '../view-models/site.ts';
import type { App } from './typed-app.ts';

/** What the pages say about the seller; asks the CRM nothing. */
export function siteRoutes(app: App, { config }: Context): void {
  const answer = presentSite(config);
  app.get('/api/site', { schema: { response: { 200: site } } }, async () => answer);
}

export function presentSite({ portal, sandbox }: Config): Site {
  return {
    sandbox,
    brand: portal.brand,
    product: portal.product,
    supplier: portal.supplier,
    crmName: portal.crmName,
    seller: portal.seller,
    terms: portal.terms,
    bookingUrl: portal.bookingUrl,
    mapUrl: portal.mapUrl,
    review: portal.review,
    financing: portal.financing.length > 0,
    includedMetres: portal.includedMetres,
  };
}
