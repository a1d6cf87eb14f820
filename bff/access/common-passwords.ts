/** Words that weak passwords are built from: with any of {@link ENDINGS}, in three spellings. */
const WORDS = `
  admin administrator beheer beheerder changeme geheim letmein login master pass passw0rd password portaal
  portal root secret server system test tester user wachtwoord welcome welkom qwerty qwertyuiop azerty asdf
  asdfgh asdfghjkl zxcvbnm abc abcd abcdef iloveyou monkey dragon football baseball superman batman
  sunshine princess shadow michael jordan charlie computer internet freedom whatever starwars ajax
  feyenoord voetbal oranje holland nederland amsterdam rotterdam utrecht denhaag zomer winter lente herfst
  summer spring autumn januari februari maart april mei juni juli augustus september oktober november
  december maandag vrijdag batterij energie stroom thuisbatterij zon zonnepaneel zonnepanelen verkoop
  callcenter
`
  .trim()
  .split(/\s+/);
const YEARS = Array.from({ length: 21 }, (_, n) => String(2010 + n));
const NUMBERS = Array.from({ length: 13 }, (_, n) => [String(n), String(n).padStart(2, '0')]).flat();
const OTHERS = '007 69 77 88 99 111 123 1234 12345 123456 321'.split(' ');
const ENDINGS = ['', ...NUMBERS, ...YEARS, ...OTHERS].flatMap((ending) => [ending, `${ending}!`, `@${ending}`]);
const ROWS =
  '01234567890123456789 98765432109876543210 qwertyuiop azertyuiop asdfghjkl 1q2w3e4r5t6y7u8i 1qaz2wsx3edc4rfv'.split(
    ' ',
  );

/** Common passwords, built from these words and others: some 60,000, generated one by one. */
export function* commonPasswords(names: readonly string[]): Generator<string> {
  for (const row of ROWS) yield* partsOf(row);
  for (const character of '0123456789abcdefghijklmnopqrstuvwxyz') {
    for (let length = 1; length <= 20; length += 1) yield character.repeat(length);
  }
  for (const word of [...WORDS, ...names, ...names.map((name) => name.replaceAll(/[^\p{L}\p{N}]/gu, ''))]) {
    const lower = word.toLowerCase();
    const spellings = new Set([word, lower, lower.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)]);
    for (const spelling of spellings) for (const ending of ENDINGS) yield spelling + ending;
  }
}

function* partsOf(row: string): Generator<string> {
  for (let from = 0; from < row.length; from += 1) {
    for (let to = from + 1; to <= row.length; to += 1) yield row.slice(from, to);
  }
}
