import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { GATE } from '../../texts/page.ts';
import { PartLoading } from '../../ui/PartLoading.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { PageFrame } from '../PageFrame.tsx';
import { HistoryRemains, LinkForm } from './gate-parts.tsx';
import { WIPED } from './visitor.ts';

export function NoLinkScreen() {
  const { state } = useLocation();
  return (
    <PageFrame narrow>
      <Tile of="letter" />
      <ScreenHeading title={GATE.noHash.title} />
      {state === WIPED && (
        <Suspense fallback={<PartLoading />}>
          <HistoryRemains />
        </Suspense>
      )}
      <p className="lead">{GATE.noHash.intro}</p>
      <Suspense fallback={<PartLoading />}>
        <LinkForm />
      </Suspense>
    </PageFrame>
  );
}
