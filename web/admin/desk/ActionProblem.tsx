import { type Mutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { AdminDeal } from '../../../bff/view-models/callcenter.ts';
import { isRequestFailed } from '../../api/ask-bff.ts';
import { leadPath } from '../../paths.ts';
import { staffProblemText } from '../../texts/admin.ts';
import { ACTION, REFUSED_LABELS } from '../../texts/admin-desk.ts';
import { LEADS } from '../../texts/admin-leads.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadProblem } from '../layout/Loading.tsx';
import { ACTION_KEY, type Action, type ActionResult, isOutcomeUnknown, type Sent } from './use-action.ts';
import './actions.css';
import { STAFF_LABELS, type StaffField } from '../../../bff/view-models/field-texts.ts';
import { ChangesTable } from '../../quote/ChangesTable.tsx';
import { type QuoteChange, quoteChanges } from '../../quote/quote-changes.ts';
import { CHANGED } from '../../texts/offer.ts';

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
  const mayRetry = !isRequestFailed(error) || error.status !== 409;
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
    <LoadProblem
      error={error}
      what={what}
      text={[text, ...fields].join(' ')}
      onRetry={mayRetry ? action.retry : undefined}
      ref={box}
    >
      {happened && <p>{happened}</p>}
      {changes !== null && changes.length > 0 && <ChangesTable changes={changes} />}
    </LoadProblem>
  );
}

type Failed = Mutation<ActionResult, Error, Sent>;

interface FailedActionsProps {
  openId: string | undefined;
  /** The deal on screen: its own panel already shows its failures. */
  shownDealId?: string;
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
    <ul className="failed-actions notice notice-problem" role="alert">
      {failed.map((mutation) => {
        const { error, variables } = mutation.state;
        if (!error || !variables) return null;
        const { id, Full_Name } = variables.before;
        const what = `${variables.press.name} · ${Full_Name ?? LEADS.nameless}`;
        return (
          <li key={mutation.mutationId}>
            <p>
              <strong>{isOutcomeUnknown(error) ? ACTION.unknownFor(what) : ACTION.failedFor(what)}</strong>{' '}
              {staffProblemText(error)}{' '}
              <span className="small" lang="en">
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

/** A field's label with its CRM name, so that staff can find it there. */
export function staffLabel(field: StaffField) {
  return `${STAFF_LABELS[field]} (${field})`;
}

/** What somebody else changed in a deal: its fields, then the quote. */
function dealChanges(before: AdminDeal, now: AdminDeal): QuoteChange[] {
  const fields = (Object.keys(STAFF_LABELS) as StaffField[])
    .filter((field) => before[field] !== now[field])
    .map((field) => ({
      what: staffLabel(field),
      before: dealValue(before[field]),
      now: dealValue(now[field]),
    }));
  return before.fingerprint === now.fingerprint ? fields : [...fields, ...quoteChanges(before, now)];
}

/** A deal's value, formatted for staff. */
export function dealValue(value: string | number | boolean | null) {
  return value === null || value === '' ? CHANGED.absent : String(value);
}
