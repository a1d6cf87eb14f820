/** Something that a person does in the CRM's own settings, because the API cannot do it or cannot show it. */
export interface ByHand {
  say: string;
  /** Where in the CRM, behind `CRM_WEB_URL`. */
  page: string;
}

/** The pages of a Zoho organisation from which the rest is a click away. */
const PAGES = {
  settings: '/settings/modules',
  workflows: '/settings/workflow-rules',
  products: '/tab/Products',
} as const;

const item =
  (page: keyof typeof PAGES) =>
  (say: string): ByHand => ({ say, page: PAGES[page] });
export const inSettings = item('settings');
export const inWorkflows = item('workflows');
export const inProducts = item('products');

export const MODULES_AND_FIELDS = 'Setup, Customization, Modules and Fields';
export const API_NAMES = 'Setup, Developer Hub, APIs and SDKs, API names';

/** The rules of an organisation that no call of the API tells: docs/zoho-administrators.md says what each does. */
export const NOT_TOLD: readonly ByHand[] = [
  inSettings('Approval and review processes on contacts and deals: none for the user of this token.'),
  inSettings(
    'Validation rules and layout rules of contacts, deals, calls, tasks and notes: met by what the portal writes.',
  ),
  inSettings('Data sharing: the user of this token sees and changes every contact and deal.'),
  inWorkflows('Workflows on contacts and deals: none writes a field that the portal writes.'),
];

/** The list as it is printed: numbered, each with a link into the organisation. */
export function byHandList(items: readonly ByHand[], crmWebUrl: string, title = 'By hand:'): string[] {
  if (items.length === 0) return [];
  const lines = items.flatMap(({ say, page }, at) => [`${at + 1}. ${say}`, `   ${crmWebUrl}${page}`]);
  return ['', title, ...lines];
}
