/**
 * The lead after (or before) the one that is open. The order is that of the list when the lead was opened: an outcome
 * moves or removes it, and still the next one is the one that stood below it. Leads that left the list are passed over.
 */
export function neighbourLead(
  orderWhenOpened: readonly string[],
  present: readonly string[],
  openId: string | undefined,
  step: 1 | -1,
): string | undefined {
  const from = openId === undefined ? -1 : orderWhenOpened.indexOf(openId);
  if (from === -1) return present.find((id) => id !== openId);
  for (let at = from + step; at >= 0 && at < orderWhenOpened.length; at += step) {
    const id = orderWhenOpened[at];
    if (id !== undefined && present.includes(id)) return id;
  }
  return undefined;
}
