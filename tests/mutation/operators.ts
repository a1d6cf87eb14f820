/** One way to break code: the pattern in a line of code, and its replacement. */
export interface Operator {
  name: string;
  find: RegExp;
  become: (...match: string[]) => string;
}

const swap = (name: string, from: string, to: string): Operator => ({
  name,
  find: new RegExp(from, 'g'),
  become: () => to,
});

/** Spaces distinguish an operator from a generic's bracket and from a sign. */
export const OPERATORS: readonly Operator[] = [
  swap('is → is not', ' === ', ' !== '),
  swap('is not → is', ' !== ', ' === '),
  swap('less → at most', ' < ', ' <= '),
  swap('at most → less', ' <= ', ' < '),
  swap('more → at least', ' > ', ' >= '),
  swap('at least → more', ' >= ', ' > '),
  swap('and → or', ' && ', ' || '),
  swap('or → and', ' \\|\\| ', ' && '),
  swap('plus → minus', ' \\+ ', ' - '),
  swap('minus → plus', ' - ', ' + '),
  swap('times → divided', ' \\* ', ' / '),
  swap('divided → times', ' \\/ ', ' * '),
  swap('min → max', 'Math\\.min\\(', 'Math.max('),
  swap('max → min', 'Math\\.max\\(', 'Math.min('),
  swap('some → every', '\\.some\\(', '.every('),
  swap('every → some', '\\.every\\(', '.some('),
  swap('true → false', '\\btrue\\b', 'false'),
  swap('false → true', '\\bfalse\\b', 'true'),
  swap('without its not', '(?<=[(\\s])!(?=[\\w(])', ''),
  { name: 'one more', find: /(?<![\w.'#-])\d{1,3}(?![\w.'])/g, become: (number) => `(${number} + 1)` },
  { name: 'never', find: /(?<=\bif )\((?=.*\) (?:return|throw|continue|\{))/g, become: () => '(false && ' },
  { name: 'left out', find: /^( *)(?:await )?[\w.#]+\.?[\w#]+\(.*\);$/g, become: (_, space = '') => `${space};` },
];
