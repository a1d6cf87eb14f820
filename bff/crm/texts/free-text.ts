/** What is read again from notes and tasks begins a line with one of these. */
const READ_AGAIN =
  /^\s*(Ref|Tijd \(server\)|Naam zoals getypt|Voorwaarden|Betaling|Offertekenmerk|Vingerafdruk|Medewerker|Deal)\s*:/i;

/** What somebody typed, as it may stand in a note: no line of it can be taken for one that the portal wrote. */
export function freeText(typed: string): string {
  const lines = typed.split(/\r\n|[\n\r\u0085\u2028\u2029\v\f]/);
  return lines.map((line) => (READ_AGAIN.test(line) ? `> ${line}` : line)).join('\n');
}
