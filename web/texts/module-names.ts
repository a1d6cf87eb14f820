import type { ModuleChoice } from '../../bff/view-models/answers.ts';
import { formatOneDecimal } from './format.ts';

/** Each module is 5,7 kWh (§9). */
const MODULE_TENTHS_KWH = 57;

const LARGE = {
  L: { label: 'Groot gebruik', storage: '120 kWh' },
  XL: { label: 'Grid gebruik', storage: '2 MW' },
} as const;

export function isCustom(choice: string): choice is 'L' | 'XL' {
  return choice === 'L' || choice === 'XL';
}

/** "6 × 5,7" and "34,2 kWh"; the two largest have a name instead. */
export function moduleTexts(choice: ModuleChoice) {
  if (isCustom(choice)) return LARGE[choice];
  const storage = `${formatOneDecimal((Number(choice) * MODULE_TENTHS_KWH) / 10)} kWh`;
  return { label: `${choice} × 5,7`, storage };
}

export function chosenModules(choice: ModuleChoice) {
  return isCustom(choice) ? LARGE[choice].label : `${choice} ${choice === '1' ? 'module' : 'modules'}`;
}
