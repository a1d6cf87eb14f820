import { type Mutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { leadPath } from '../../paths.ts';
import { staffProblemText } from '../../texts/admin.ts';
import { ACTION } from '../../texts/admin-actions.ts';
import { LEADS } from '../../texts/admin-leads.ts';
import { Button } from '../../ui/Button.tsx';
import { ACTION_KEY, type ActionResult, type Sent } from './use-action.ts';
import './actions.css';

type Failed = Mutation<ActionResult, Error, Sent>;

interface FailedActionsProps {
  openId: string | undefined;
  /** Of the open lead: what its own panel shows is not shown twice. */
  shownDealId?: string | undefined;
}

/** What failed after one went on to another lead or deal: whose it was, and the way back (decision I10). */
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
