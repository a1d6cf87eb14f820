import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { ContactContext } from './contact-context.ts';
import { contactQuery } from './contact-query.ts';
import { GateErrorScreen } from './GateErrorScreen.tsx';
import { NoLinkScreen } from './NoLinkScreen.tsx';
import { keepVerified, leaveWhenForgotten, useVisitor } from './visitor.ts';

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
  return <LoadingScreen queued onRetry={retry} />;
}
