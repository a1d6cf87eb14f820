import { type Mutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { AdminDeal } from '../../../bff/view-models/callcenter.ts';
import { isRequestFailed } from '../../api/problem.ts';
import { leadPath } from '../../paths.ts';
import { ADMIN, staffProblemText } from '../../texts/admin.ts';
import { ACTION, REFUSED_LABELS } from '../../texts/admin-desk.ts';
import { LEADS } from '../../texts/admin-leads.ts';
import { Button } from '../../ui/Button.tsx';
import { dealChanges } from './deal-changes.ts';
import { ACTION_KEY, type Action, type ActionResult, type Sent } from './use-action.ts';
import './actions.css';

/**
 * A failed action: the reason and a retry button; after a conflict, the differences. Nothing is resent automatically.
 */
export function ActionProblem({ action, deal }: { action: Action; deal?: AdminDeal }) {
  const box = useRef<HTMLDivElement>(null);
  const { error, before } = action;
  useEffect(() => {
    if (error) box.current?.focus();
  }, [error]);
  if (!error) return null;
  const code = isRequestFailed(error) ? error.code : 'internal';
  const changed = code === 'conflict' || code === 'quote_changed';
  const detail = isRequestFailed(error) ? error.problem?.detail : undefined;
  const dealBefore = before?.deals.find(({ id }) => id === deal?.id);
  const changes = changed && deal && dealBefore ? dealChanges(dealBefore, deal) : null;
  // A CRM rule refused it; nobody else changed anything.
  const isRefusal = detail !== undefined && changes?.length === 0;
  const reference = isRequestFailed(error) ? error.problem?.requestId : undefined;
  const status = isRequestFailed(error) ? error.status : 0;
  const [what, text] =
    code === 'outcome_unknown'
      ? [ACTION.unknown, detail ?? ACTION.unknownNext]
      : [ACTION.failed, changed && !isRefusal ? ACTION.conflict : staffProblemText(error)];
  const happened = changed && !isRefusal ? detail : undefined;
  const refused = isRequestFailed(error) ? Object.entries(error.problem?.fields ?? {}) : [];
  const fields = refused
    .filter(([, sentence]) => !text.includes(sentence))
    .map(([name, sentence]) => (REFUSED_LABELS[name] ? `${REFUSED_LABELS[name]}: ${sentence}` : sentence));
  return (
    <div className="load-problem" role="alert" ref={box} tabIndex={-1}>
      <p>
        <strong>{what}</strong> {[text, ...fields].join(' ')}
      </p>
      {happened && <p>{happened}</p>}
      {changes !== null && changes.length > 0 && <Changes changes={changes} />}
      {reference && <p className="small">{ADMIN.reference(reference)}</p>}
      {status !== 409 && (
        <Button variant="quiet" onClick={action.retry}>
          {ACTION.retry}
        </Button>
      )}
      <p className="save-problem-code" lang="en">
        {error.message}
      </p>
    </div>
  );
}

function Changes({ changes }: { changes: ReturnType<typeof dealChanges> }) {
  return (
    <table className="conflict-changes">
      <thead>
        <tr>
          <th scope="col">{ACTION.conflictColumns.what}</th>
          <th scope="col">{ACTION.conflictColumns.before}</th>
          <th scope="col">{ACTION.conflictColumns.now}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={`${change.what} ${change.now}`}>
            <th scope="row">{change.what}</th>
            <td data-label={ACTION.conflictColumns.before}>{change.before}</td>
            <td data-label={ACTION.conflictColumns.now}>{change.now}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Failed = Mutation<ActionResult, Error, Sent>;

interface FailedActionsProps {
  openId: string | undefined;
  /** The deal on screen: its own panel already shows its failures. */
  shownDealId?: string | undefined;
}

/** Actions that failed after the user moved to another lead or deal, with a link to that lead (decision I10). */
export function FailedActions({ openId, shownDealId }: FailedActionsProps) {
  const cache = useQueryClient().getMutationCache();
  const failed = useMutationState({
    filters: { mutationKey: ACTION_KEY, status: 'error' },
    select: (mutation) => mutation as unknown as Failed,
  }).filter(({ state: { variables } }) => {
    if (!variables) return false;
    const { contactId, dealId } = variables.press.body;
    if (shownDealId === undefined) return contactId !== openId;
    return contactId === openId && dealId !== undefined && dealId !== shownDealId;
  });
  if (failed.length === 0) return null;
  return (
    <ul className="failed-actions" role="alert">
      {failed.map((mutation) => {
        const { error, variables } = mutation.state;
        if (!error || !variables) return null;
        const { id, Full_Name } = variables.before;
        return (
          <li key={mutation.mutationId}>
            <p>
              <strong>{ACTION.failedFor(variables.press.name, Full_Name ?? LEADS.nameless)}</strong>{' '}
              {staffProblemText(error)}{' '}
              <span className="save-problem-code" lang="en">
                {error.message}
              </span>
            </p>
            <div className="button-row">
              {id !== openId && <Link to={leadPath(id)}>{LEADS.backTo}</Link>}
              <Button variant="quiet" onClick={() => cache.remove(mutation as unknown as Mutation)}>
                {ACTION.dismiss}
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
