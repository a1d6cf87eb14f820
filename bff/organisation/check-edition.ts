import type { FieldMeta } from '../../crm-contract/shapes/settings.ts';
import type { NeededField } from '../crm/schema/schema.ts';
import { advice, type Finding } from './finding.ts';

/** Custom fields of a module in Zoho's Standard edition; the API does not say which edition an organisation has. */
const STANDARD_TAKES = 10;

/** Whether the fields that are still to be made fit into every edition. Pure. */
export function checkEdition(needed: readonly NeededField[], there: readonly FieldMeta[]): Finding[] {
  const names = new Set(there.map(({ api_name }) => api_name));
  const missing = needed.filter(({ custom, name }) => custom && !names.has(name)).length;
  const made = there.filter(({ custom_field }) => custom_field).length;
  if (missing === 0 || made + missing <= STANDARD_TAKES) return [];
  const is = `${made} are there and ${missing} are to be made`;
  const means = `the Standard edition takes ${STANDARD_TAKES} in a module: this needs Professional or above`;
  return [advice('custom fields', is, means)];
}
