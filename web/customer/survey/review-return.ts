/** Carried by "Wijzig": who came from the list of answers goes back to it after saving. */
export const FROM_REVIEW = { fromReview: true } as const;

export function isFromReview(locationState: unknown) {
  return typeof locationState === 'object' && locationState !== null && 'fromReview' in locationState;
}
