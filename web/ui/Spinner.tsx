/** The crystal, whose facets light up in turn; decoration, the text beside it says what is going on. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
