import { formatOneDecimal } from '../texts/format.ts';
import { STYLE_GUIDE } from '../texts/style-guide.ts';
import { Button } from '../ui/Button.tsx';
import { Crystal } from '../ui/Crystal.tsx';

const { crystal, colours, buttons } = STYLE_GUIDE;
const MODULES = Array.from({ length: 15 }, (_, index) => index + 1);
const SIZES = [24, 32, 48, 96];
/** Foreground and background; text needs a contrast of at least 7:1, interactive elements 3:1. */
const PAIRS: readonly (readonly [keyof typeof colours, keyof typeof colours])[] = [
  ['ink', 'salt'],
  ['ink-soft', 'salt'],
  ['ink', 'cobalt-tint'],
  ['cobalt', 'salt'],
  ['cobalt', 'paper'],
  ['paper', 'cobalt'],
  ['good', 'salt'],
  ['alarm', 'salt'],
  ['edge', 'paper'],
  ['ink', 'sodium'],
];

export function CrystalRules() {
  const { rules } = crystal;
  return (
    <>
      <p>{crystal.what}</p>
      <h3>{crystal.growing}</h3>
      <div className="samples">
        {MODULES.map((modules) => (
          <Crystal key={modules} facets={modules} lands />
        ))}
      </div>
      <h3>{crystal.sizes}</h3>
      <div className="samples">
        {SIZES.map((size) => (
          <Crystal key={size} facets={4} of={6} size={size} />
        ))}
      </div>
      <div className="samples sample-dark" data-theme="dark">
        <Crystal facets={6} size={96} />
        <p>{crystal.dark}</p>
      </div>
      <h3>{rules.do}</h3>
      <Rules of={rules.doList} />
      <h3>{rules.dont}</h3>
      <Rules of={rules.dontList} />
      <h3>{crystal.contrast}</h3>
      <Rules of={PAIRS.map(([front, back]) => crystal.ratio(front, back, formatOneDecimal(contrast(front, back))))} />
      <p>{crystal.focus}</p>
      <Button variant="quiet">{buttons.quiet}</Button>
    </>
  );
}

function Rules({ of }: { of: readonly string[] }) {
  return (
    <ul className="rules">
      {of.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  );
}

/** Contrast ratio of two current tokens (WCAG 2.2, "contrast ratio"). */
function contrast(front: string, back: string) {
  const [light = 0, dark = 0] = [luminance(front), luminance(back)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(token: string) {
  const hex = getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim().slice(1);
  const digits = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
  const [red = 0, green = 0, blue = 0] = (digits.match(/../g) ?? []).map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
