import type { DealSummary } from '../../bff/view-models/contact.ts';
import { formatOneDecimal } from './format.ts';

/** Texts of screens that few customers see; texts shared with every deal page are in `page.ts`. */

export const DEAL_CARDS = {
  title: 'Uw offertes',
  intro: 'Kies een offerte om verder te gaan.',
  next: {
    survey: 'Beantwoord de laatste vragen.',
    preparing: null,
    ready: 'Bekijk de offerte, en teken als alles klopt.',
    signed: 'Bekijk wat er nu gebeurt.',
    withdrawn: null,
    declined: null,
  } satisfies Record<DealSummary['status'], string | null>,
  offered: ({ modules, kwh }: NonNullable<DealSummary['offer']>) =>
    [
      modules !== null && `${modules} ${modules === 1 ? 'module' : 'modules'}`,
      kwh !== null && `${formatOneDecimal(kwh).replace(/,0$/, '')} kWh`,
    ]
      .filter(Boolean)
      .join(', '),
} as const;
