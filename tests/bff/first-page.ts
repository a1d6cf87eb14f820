import type { FirstView } from '../../bff/view-models/first-view.ts';
import type { Portal } from './portal.ts';
import type { Answer } from './send.ts';

export const LOADER = 'Uw gegevens worden geladen';

/** Opens a path of the portal with a personal link, as a browser does; `more` is added to the query. */
export const openerOf =
  (portal: Portal) =>
  (hash: string, path = '/', more = ''): Promise<Answer> =>
    portal.call('GET', `${path}?survey_hash=${encodeURIComponent(hash)}${more}`);

/** The text that a reader sees: the page without its tags and its data. */
export function textOf({ body }: Answer): string {
  const seen = String(body).replaceAll(/<(script|style|title|noscript)[\s\S]*?<\/\1>/g, '');
  return seen
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ');
}

export function viewOf({ body }: Answer): FirstView {
  const [, json = ''] = /<script type="application\/json" id="first-view">(.*?)<\/script>/.exec(String(body)) ?? [];
  return JSON.parse(json) as FirstView;
}
