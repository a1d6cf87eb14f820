import type { Context } from './context.ts';
import type { App } from './typed-app.ts';
import { site } from './view-models/site.ts';

/** What the pages say about the seller; asks the CRM nothing. */
export function siteRoutes(app: App, { config: { portal, sandbox } }: Context): void {
  const answer = {
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
  app.get('/api/site', { schema: { response: { 200: site } } }, async () => answer);
}
