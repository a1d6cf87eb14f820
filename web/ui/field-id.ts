/** A field's element id by its name, so that messages can link to it. */
export function fieldId(name: string) {
  return `veld-${name}`;
}

/** Scrolls to a field and focuses it. */
export function goToField(name: string) {
  const field = document.getElementById(fieldId(name));
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
