/** A rich text holds 50,000 characters, and no field more (crm-api §2.7). */
const LONGEST = 50_000;

/** The JSON in a text of the CRM, also when it was encoded twice; undefined where there is none. */
export function jsonIn(stored: string): unknown {
  if (stored.length > LONGEST) return undefined;
  try {
    const json: unknown = JSON.parse(stored);
    return typeof json === 'string' ? JSON.parse(json) : json;
  } catch {
    return undefined;
  }
}
