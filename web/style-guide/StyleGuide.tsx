import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { siteQuery } from '../api/site-query.ts';
import { PageFrame } from '../customer/PageFrame.tsx';
import { useInBrowser } from '../first-view/use-in-browser.ts';
import { HOME_PATH } from '../paths.ts';
import { STYLE_GUIDE } from '../texts/style-guide.ts';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { ScreenHeading } from '../ui/ScreenHeading.tsx';
import { Buttons, Choices, Fields } from './ControlSamples.tsx';
import { CrystalRules } from './CrystalRules.tsx';
import { DialogSample, Figures, Notices, Progress } from './MessageSamples.tsx';
import { Colours, Measures, Tiles, Type } from './TokenSamples.tsx';
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

/** Every building block in every state, at `/stijl`; only in the sandbox. */
export function StyleGuide() {
  const { data: site, refetch } = useQuery(siteQuery);
  // Its colours are inline styles, which the security policy allows only when set by script.
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
