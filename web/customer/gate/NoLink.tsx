import { Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { GATE, NO_LINK } from '../../texts/page.ts';
import { PartLoading } from '../../ui/LoadingScreen.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { SellerPhone } from '../SellerPhone.tsx';
import { HistoryRemains, LinkForm } from './gate-parts.tsx';
import { WIPED } from './visitor.ts';

/** For a visitor without a link, also after "Bent u niet …?": offers to mail it. */
export function NoLink() {
  const { state } = useLocation();
  const [title, setTitle] = useState<string>();
  return (
    <>
      <Tile of="letter" />
      <ScreenHeading title={title ?? NO_LINK.title} />
      {state === WIPED && (
        <Suspense fallback={<PartLoading />}>
          <HistoryRemains />
        </Suspense>
      )}
      {!title && <p className="lead">{NO_LINK.intro}</p>}
      <Suspense fallback={<PartLoading />}>
        <LinkForm onTitle={setTitle} />
      </Suspense>
      <p>
        <SellerPhone before={GATE.error.call} />
      </p>
    </>
  );
}
