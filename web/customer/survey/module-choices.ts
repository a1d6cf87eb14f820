import { MODULE_CHOICES } from '../../../bff/view-models/choices.ts';

export function moduleChoice(value: string | null) {
  return MODULE_CHOICES.find((choice) => choice === value);
}
