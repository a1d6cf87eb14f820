/**
 * Any of these names, with each letter plain or as its code: `/JavaScript` is `/J#61vaScript` too. What follows as a code
 * belongs to the name as well, but some readers end a name at the code of a NUL.
 */
export function anyOf(names: readonly string[]): RegExp {
  const either = (digit: string) => `[${digit}${digit.toUpperCase()}]`;
  const letter = (char: string) => `(?:${char}|#${char.charCodeAt(0).toString(16).replace(/[a-f]/, either)})`;
  const written = names.map((name) => [...name].map(letter).join(''));
  return new RegExp(`/(?:${written.join('|')})(?!\\w)`);
}

/** What a name (without its slash) may be read as: without codes, up to the first character that no plain name has. */
export function plainName(written: string): string {
  const decoded = written.includes('#')
    ? written.replace(/#([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : written;
  return /^[\x21-\x7e]*/.exec(decoded)?.[0] ?? '';
}
