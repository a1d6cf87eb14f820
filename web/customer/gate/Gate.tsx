import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { HELP } from '../../texts/page.ts';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { PageFrame } from '../PageFrame.tsx';
import { SellerPhone } from '../SellerPhone.tsx';
import { ContactContext, contactQuery } from './contact-query.ts';
import { GateError } from './GateError.tsx';
import { NoLink } from './NoLink.tsx';
import { keepVerified, leaveWhenForgotten, useVisitor } from './visitor.ts';

/** States: no hash, loading, error, verified (§2.2). */
export function Gate({ children }: { children: ReactNode }) {
  const { surveyHash } = useVisitor();
  if (surveyHash) return <VerifiedOnly surveyHash={surveyHash}>{children}</VerifiedOnly>;
  return (
    <PageFrame narrow>
      <NoLink />
    </PageFrame>
  );
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
  if (error) {
    return (
      <PageFrame narrow>
        <GateError error={error} onRetry={retry} />
      </PageFrame>
    );
  }
  return <LoadingScreen queued onRetry={retry} help={<SellerPhone before={HELP.call} />} />;
}
