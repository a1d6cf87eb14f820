import { Suspense } from 'react';
import { GATE } from '../../texts/gate.ts';
import { PartLoading } from '../../ui/PartLoading.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { PageFrame } from '../PageFrame.tsx';
import { LinkForm } from './link-form-part.tsx';

export function NoLinkScreen() {
  return (
    <PageFrame narrow>
      <Tile of="letter" />
      <ScreenHeading title={GATE.noHash.title} />
      <p className="lead">{GATE.noHash.intro}</p>
      <Suspense fallback={<PartLoading />}>
        <LinkForm />
      </Suspense>
    </PageFrame>
  );
}
