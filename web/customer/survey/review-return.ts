/** Set by "Wijzig": after saving, the list of answers is shown again. */
export const FROM_REVIEW = { fromReview: true } as const;

export function isFromReview(locationState: unknown) {
  return typeof locationState === 'object' && locationState !== null && 'fromReview' in locationState;
}
