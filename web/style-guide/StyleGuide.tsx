import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { siteQuery } from '../api/query-client.ts';
import { PageFrame } from '../customer/PageFrame.tsx';
import { useInBrowser } from '../first-view/drawing.tsx';
import { HOME_PATH } from '../paths.ts';
import { STYLE_GUIDE } from '../texts/style-guide.ts';
import { Logo, Tile } from '../ui/drawings.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { ScreenHeading } from '../ui/ScreenHeading.tsx';
import { Buttons, Choices, DialogSample, Fields, Figures, Notices, Progress } from './Samples.tsx';
import '../customer/deals/deals.css';
import './style-guide.css';
import { formatOneDecimal } from '../texts/format.ts';
import { Button } from '../ui/Button.tsx';
import { Crystal } from '../ui/Crystal.tsx';

const SAMPLES: Record<keyof typeof STYLE_GUIDE.sections, () => ReactNode> = {
  colours: Colours,
  type: Type,
  measures: Measures,
  tiles: Tiles,
  crystal: CrystalRules,
  buttons: Buttons,
  fields: Fields,
  choices: Choices,
  notices: Notices,
  progress: Progress,
  figures: Figures,
  dialog: DialogSample,
};

/** Every UI component in every state, at `/stijl`; only in the sandbox. */
export function StyleGuide() {
  const { data: site, refetch } = useQuery(siteQuery);
  // Colours are inline styles, which the content security policy allows only when set by script.
  const inBrowser = useInBrowser();
  if (!site || !inBrowser) return <LoadingScreen onRetry={() => void refetch()} />;
  if (!site.sandbox) return <Navigate to={HOME_PATH} replace />;
  return (
    <PageFrame>
      <ScreenHeading title={STYLE_GUIDE.title} />
      <p className="lead">{STYLE_GUIDE.intro}</p>
      {Object.entries(SAMPLES).map(([name, Sample]) => (
        <section className="block" key={name}>
          <h2>{STYLE_GUIDE.sections[name as keyof typeof SAMPLES]}</h2>
          <Sample />
        </section>
      ))}
    </PageFrame>
  );
}

const SPACES = [2, 3, 4, 5];
const RADII = ['radius-small', 'radius', 'radius-large'];
const SHADOWS = ['shadow', 'shadow-high'];

function Colours() {
  return (
    <ul className="sample-grid">
      {Object.entries(STYLE_GUIDE.colours).map(([token, use]) => (
        <li className="stack gap-1" key={token}>
          <span className="swatch" style={{ background: `var(--${token})` }} />
          <code>{token}</code> <span className="small">{use}</span>
        </li>
      ))}
    </ul>
  );
}

function Type() {
  const { h1, h2, h3, lead, text, small, link } = STYLE_GUIDE.type;
  return (
    <>
      <p className="sample-h1">{h1}</p>
      <p className="sample-h2">{h2}</p>
      <h3>{h3}</h3>
      <p className="lead">{lead}</p>
      <p>{text}</p>
      <p className="small">{small}</p>
      <p>
        <a href="#inhoud">{link}</a>
      </p>
    </>
  );
}

function Measures() {
  return (
    <div className="row gap-4">
      {SPACES.map((step) => (
        <span key={step} className="measure" style={{ width: `var(--space-${step})` }}>
          {step}
        </span>
      ))}
      {RADII.map((token) => (
        <span key={token} className="corner sheet" style={{ borderRadius: `var(--${token})` }}>
          <code>{token}</code>
        </span>
      ))}
      {SHADOWS.map((token) => (
        <span key={token} className="corner sheet" style={{ boxShadow: `var(--${token})` }}>
          <code>{token}</code>
        </span>
      ))}
    </div>
  );
}

function Tiles() {
  return (
    <div className="row gap-4">
      <Logo />
      <Tile of="house" />
      <Tile of="letter" />
      <Tile of="plug" />
      <Tile of="done" />
    </div>
  );
}

const { crystal, colours, buttons } = STYLE_GUIDE;
const MODULES = Array.from({ length: 15 }, (_, index) => index + 1);
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

function CrystalRules() {
  const { rules } = crystal;
  return (
    <>
      <p>{crystal.what}</p>
      <h3>{crystal.growing}</h3>
      <div className="row gap-4">
        {MODULES.map((modules) => (
          <Crystal key={modules} facets={modules} lands />
        ))}
      </div>
      <div className="row gap-4 sample-dark" data-theme="dark">
        <Crystal facets={6} />
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
    <ul className="bullets">
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
