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

/** The list as it is printed: numbered, each with a link into the organisation. */
export function byHandList(items: readonly ByHand[], crmWebUrl: string): string[] {
  if (items.length === 0) return [];
  const lines = items.flatMap(({ say, page }, at) => [`${at + 1}. ${say}`, `   ${crmWebUrl}${page}`]);
  return ['', 'By hand:', ...lines];
}
