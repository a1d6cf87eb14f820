import type { ModuleChoice } from '../../../bff/view-models/answers.ts';

/** One to fifteen modules. */
export const NUMBERED = Array.from({ length: 15 }, (_, index) => String(index + 1)) as ModuleChoice[];
/** Without a price: they lead to a call (decision C4). */
export const CUSTOM = ['L', 'XL'] as const satisfies readonly ModuleChoice[];

const CHOICES: readonly ModuleChoice[] = [...NUMBERED, ...CUSTOM];

export function moduleChoice(value: string | null) {
  return CHOICES.find((choice) => choice === value);
}
