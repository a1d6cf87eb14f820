import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { GATE, HELP } from '../../texts/page.ts';
import { LoadingScreen, PartLoading } from '../../ui/LoadingScreen.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { PageFrame } from '../PageFrame.tsx';
import { SellerPhone } from '../SellerPhone.tsx';
import { ContactContext, contactQuery } from './contact-query.ts';
import { GateErrorScreen } from './GateErrorScreen.tsx';
import { HistoryRemains, LinkForm } from './gate-parts.tsx';
import { keepVerified, leaveWhenForgotten, useVisitor, WIPED } from './visitor.ts';

/** No hash, loading, error or verified (§2.2). */
export function Gate({ children }: { children: ReactNode }) {
  const { surveyHash } = useVisitor();
  if (!surveyHash) return <NoLinkScreen />;
  return <VerifiedOnly surveyHash={surveyHash}>{children}</VerifiedOnly>;
}

function VerifiedOnly({ surveyHash, children }: { surveyHash: string; children: ReactNode }) {
  const client = useQueryClient();
  const query = contactQuery(surveyHash);
  const { data: contact, error } = useQuery(query);

  useEffect(leaveWhenForgotten, []);

  const isVerified = contact !== undefined;
  useEffect(() => {
    if (isVerified) keepVerified(surveyHash);
  }, [isVerified, surveyHash]);

  function retry() {
    void client.resetQueries({ queryKey: query.queryKey });
  }

  if (contact) return <ContactContext value={contact}>{children}</ContactContext>;
  if (error) return <GateErrorScreen error={error} onRetry={retry} />;
  return <LoadingScreen queued onRetry={retry} help={<SellerPhone before={HELP.call} />} />;
}

function NoLinkScreen() {
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
