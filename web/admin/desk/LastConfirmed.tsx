import { type Mutation, type MutationState, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { leadPath } from '../../paths.ts';
import { LEADS } from '../../texts/admin-leads.ts';
import { formatTime } from '../../texts/format.ts';
import { ACTION_KEY, type ActionResult, type Sent } from './use-action.ts';
import './actions.css';

/** What goes along with another action is told there. */
const isItsOwn = ({ state }: Mutation) => (state.variables as Sent | undefined)?.press.isBeside !== true;

/**
 * The last confirmed action, in a place that covers nothing: it stays visible when the next lead is open, with a link
 * back for whoever pressed the wrong button.
 */
export function LastConfirmed({ openId }: { openId: string | undefined }) {
  const actions = useQueryClient().getMutationCache();
  const last = useSyncExternalStore(
    (onChange) => actions.subscribe(onChange),
    () => actions.findAll({ mutationKey: ACTION_KEY, status: 'success', predicate: isItsOwn }).at(-1)?.state,
  ) as MutationState<ActionResult, Error, Sent> | undefined;
  if (!last?.data || !last.variables) return <p className="last-confirmed" />;
  const { id, Full_Name } = last.data.contact ?? last.variables.before;
  return (
    <p className="last-confirmed">
      <span>
        {LEADS.confirmed(formatTime(last.submittedAt), last.variables.press.name, Full_Name ?? LEADS.nameless)}
      </span>
      {id !== openId && <Link to={leadPath(id)}>{LEADS.backTo}</Link>}
    </p>
  );
}
