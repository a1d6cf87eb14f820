/**
 * The steps after a signature, in order. A text applies if the portal file has none of its own (`afterSigning`). No zod
 * here: the web may import these values.
 */
export const ORDER_STEPS = {
  signed: { name: 'Getekend', text: 'Wij hebben uw bestelling met datum en offertekenmerk vastgelegd.' },
  /** For an order without evidence, of which nothing more is known. */
  received: 'Wij hebben uw bestelling ontvangen.',
  siteVisit: { name: 'Schouw', text: 'Bij u thuis wordt bekeken waar de batterij komt.' },
  installation: { name: 'Installatie', text: 'Wij bellen u om de installatie in te plannen.' },
  on: { name: 'Aan', text: 'Na de installatie staat uw batterij aan.' },
} as const;

/** The seller's own texts, from the portal file. */
type OwnTexts = { readonly [step in 'siteVisit' | 'installation' | 'on']?: string | undefined };

/** The steps that follow a signature, in order, for page, mail and PDF. */
export function stepsAfterSigning(own: OwnTexts = {}) {
  return (['siteVisit', 'installation', 'on'] as const).map((step) => {
    const { name, text } = ORDER_STEPS[step];
    return { name, text: own[step] ?? text };
  });
}
