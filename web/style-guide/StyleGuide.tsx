import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { siteQuery } from '../api/site-query.ts';
import { PageFrame } from '../customer/PageFrame.tsx';
import { useInBrowser } from '../first-view/Takeover.tsx';
import { HOME_PATH } from '../paths.ts';
import { STYLE_GUIDE } from '../texts/style-guide.ts';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { Logo } from '../ui/Logo.tsx';
import { ScreenHeading } from '../ui/ScreenHeading.tsx';
import { Tile } from '../ui/Tile.tsx';
import { CrystalRules } from './CrystalRules.tsx';
import { Buttons, Choices, DialogSample, Fields, Figures, Notices, Progress } from './Samples.tsx';
import './style-guide.css';

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

const SPACES = [1, 2, 3, 4, 5];
const RADII = ['radius-small', 'radius', 'radius-large'];
const SHADOWS = ['shadow', 'shadow-high'];

function Colours() {
  return (
    <ul className="swatches">
      {Object.entries(STYLE_GUIDE.colours).map(([token, use]) => (
        <li key={token}>
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
    <div className="samples">
      {SPACES.map((step) => (
        <span key={step} className="measure" style={{ width: `var(--space-${step})` }}>
          {step}
        </span>
      ))}
      {RADII.map((token) => (
        <span key={token} className="corner" style={{ borderRadius: `var(--${token})` }}>
          <code>{token}</code>
        </span>
      ))}
      {SHADOWS.map((token) => (
        <span key={token} className="corner" style={{ boxShadow: `var(--${token})` }}>
          <code>{token}</code>
        </span>
      ))}
    </div>
  );
}

function Tiles() {
  return (
    <div className="samples sample-tiles">
      <Logo />
      <Tile of="house" />
      <Tile of="letter" />
      <Tile of="plug" />
      <Tile of="done" />
    </div>
  );
}
