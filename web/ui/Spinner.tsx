/** Three modules that light up in turn; decoration, the text beside it says what is going on. */
export function Spinner() {
  return (
    <svg className="spinner" viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
      <rect x="6" y="24" width="24" height="7" rx="2" />
      <rect x="6" y="14.500" width="24" height="7" rx="2" />
      <rect x="6" y="5" width="24" height="7" rx="2" />
    </svg>
  );
}
