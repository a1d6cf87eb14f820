import type { OrderPaper } from '../agreement/order-document.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { orderPdf } from './order-pdf.ts';
import type { PdfDrawer } from './pdf-drawer.ts';
import type { Sealer } from './seal.ts';
import { checkSeal, sealMark } from './seal-check.ts';

/** The paper of a signed order: drawn from its evidence alone, sealed, and known again by its seal. */
export function sealedPaper(portal: PortalFile, pdfDrawer: PdfDrawer, sealer: Sealer): OrderPaper {
  return {
    isSealed: () => sealer.isReady,
    draw: async (evidence, order, whose, remadeAt) => {
      const drawn = await pdfDrawer.draw(orderPdf(portal, evidence, { remadeAt }), whose);
      return sealer.seal(drawn, (certificate) => sealMark(portal.evidenceKeys, order, certificate));
    },
    check: (bytes, order) => checkSeal(bytes, order, portal.evidenceKeys),
  };
}
