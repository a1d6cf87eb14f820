/**
 * The steps after a signature, in order. A text here applies if the portal file has no own text for it
 * (`afterSigning`). No zod here: the web may import these values.
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

type Step = keyof OwnTexts;

/** Replaces the seller's texts if the customer arranges the installation: the order then has an inspection instead. */
const BY_CUSTOMER: Partial<Record<Step, { name: string; text: string }>> = {
  installation: {
    name: 'Levering en inspectie',
    text: 'U laat de batterij zelf installeren. Wij bellen u om de levering en de inspectie te plannen.',
  },
  on: { name: 'Aan', text: 'Na de inspectie kan uw batterij aan.' },
};

/** A step of this order; `isSellers` if the text is from the portal file. */
export function stepOf(step: Step, own: OwnTexts, isOwnInstallation: boolean) {
  const { name, text } = (isOwnInstallation && BY_CUSTOMER[step]) || ORDER_STEPS[step];
  const sellers = isOwnInstallation && BY_CUSTOMER[step] ? undefined : own[step];
  return { name, text: sellers ?? text, isSellers: sellers !== undefined };
}

/** The steps that follow a signature, in order, for page, mail and PDF. */
export function stepsAfterSigning(own: OwnTexts = {}, isOwnInstallation = false) {
  return (['siteVisit', 'installation', 'on'] as const).map((step) => stepOf(step, own, isOwnInstallation));
}
