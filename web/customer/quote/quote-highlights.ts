import type { Deal } from '../../../bff/view-models/deal.ts';
import { formatFigure, formatKwh, formatWhole } from '../../texts/format.ts';
import { QUOTE } from '../../texts/quote.ts';
import { isModuleQuote } from './quote-rows.ts';

export interface Highlight {
  icon: 'battery' | 'inverter' | 'installation';
  text: string;
  detail?: string;
}

/** "Uw keuze:" (§2.5); parts that the quote lacks are left out. */
export function quoteHighlights(deal: Deal): Highlight[] {
  return isModuleQuote(deal) ? moduleHighlights(deal) : olderHighlights(deal);
}

function moduleHighlights({ survey1_calc, gaikan_self_installation }: Deal) {
  const highlights: Highlight[] = [];
  if (survey1_calc?.module) {
    const { num_modules, kwh } = survey1_calc.module;
    const text = QUOTE.modules(formatWhole(num_modules), num_modules === 1);
    highlights.push({ icon: 'battery', text, detail: formatKwh(kwh) });
  }
  const inverter = survey1_calc?.output.products.find((row) => row.type === 'inverter');
  if (inverter) {
    const { amount, name } = inverter;
    const text = amount !== null && amount > 1 ? QUOTE.pieces(formatWhole(amount), name) : name;
    highlights.push({ icon: 'inverter', text });
  }
  const own = gaikan_self_installation === '1';
  highlights.push({ icon: 'installation', text: own ? QUOTE.ownInstallation : QUOTE.installation });
  return highlights;
}

function olderHighlights({ survey1_calc }: Deal) {
  const highlights: Highlight[] = [];
  const battery = survey1_calc?.quote.battery?.size;
  const inverter = survey1_calc?.quote.inverter?.size;
  if (battery) highlights.push({ icon: 'battery', text: QUOTE.battery, detail: formatKwh(battery) });
  if (inverter) {
    // The specification has this size in kWh; what an inverter has is power.
    const detail = `${formatKwh(inverter)} ${QUOTE.power(formatFigure(inverter))}`;
    highlights.push({ icon: 'inverter', text: QUOTE.inverter, detail });
  }
  highlights.push({ icon: 'installation', text: QUOTE.installation });
  return highlights;
}
