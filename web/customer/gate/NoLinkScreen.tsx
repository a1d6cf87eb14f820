import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { GATE } from '../../texts/gate.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PartLoading } from '../../ui/PartLoading.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { PageFrame } from '../PageFrame.tsx';
import { LinkForm } from './link-form-part.tsx';
import { WIPED } from './visitor.ts';

export function NoLinkScreen() {
  const { state } = useLocation();
  return (
    <PageFrame narrow>
      <Tile of="letter" />
      <ScreenHeading title={GATE.noHash.title} />
      {state === WIPED && <HistoryRemains />}
      <p className="lead">{GATE.noHash.intro}</p>
      <Suspense fallback={<PartLoading />}>
        <LinkForm />
      </Suspense>
    </PageFrame>
  );
}

/** No page can take its own address out of the browser's history: a redirect or a replaced entry leaves it there. */
function HistoryRemains() {
  const { title, done, history, steps, others } = GATE.wiped;
  return (
    <Notice title={title} takesFocus>
      <p>{done}</p>
      <p>{history}</p>
      <ol>
        {steps(window.location.host).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>{others}</p>
    </Notice>
  );
}
