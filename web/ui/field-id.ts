/** The id of a field by its name, so that a message elsewhere can lead to it. */
export function fieldId(name: string) {
  return `veld-${name}`;
}

/** Puts the focus on a field, and the field into view. */
export function goToField(name: string) {
  const field = document.getElementById(fieldId(name));
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
