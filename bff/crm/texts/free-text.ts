/**
 * What is read again from notes and tasks begins a line with one of these, whatever a CRM or a browser takes for a new
 * line.
 */
const READ_AGAIN =
  /(^|[\n\r\u0085\u2028\u2029\v\f])([^\S\n\r\u2028\u2029\v\f]*(?:Ref|Tijd \(server\)|Naam zoals getypt|Voorwaarden|Betaling|Offertekenmerk|Vingerafdruk|Medewerker|Deal)\s*:)/gi;
/** Controls other than tabs and line ends: a CRM or mail may end a text at a NUL, and the lines that follow are ours. */
const NOT_SHOWN = /[^\P{Cc}\t\n\v\f\r\u0085]/gu;

/** What somebody typed, as it may stand in a note: no line of it can be taken for one that the portal wrote. */
export function freeText(typed: string): string {
  return typed.replace(NOT_SHOWN, '').replace(READ_AGAIN, '$1> $2');
}
