import { useQuery } from '@tanstack/react-query';
import { createContext, use, useEffect, useState } from 'react';
import { isRequestFailed } from '../../../api/problem.ts';
import { staffProblemText } from '../../../texts/admin.ts';
import { PRICE } from '../../../texts/admin-deal.ts';
import type { ActionBody } from './action-body.ts';
import { previewQuery, priceChangeLines } from './price-change.ts';
import './actions.css';

/** Whether the quote stands fast: then no other price is offered. */
export const LockedContext = createContext(false);

interface PriceChangeProps {
  body: ActionBody;
  /** Somebody may still be typing: each digit by itself would be another price. */
  isTyped?: boolean;
}

const PAUSE_MS = 400;

/** What an edit makes of the price, before it is made (decision J10): beside the choice, and in its question. */
export function PriceChange({ body, isTyped = false }: PriceChangeProps) {
  const isLocked = use(LockedContext);
  const settled = useSettled(body, isTyped);
  const { data, error } = useQuery({ ...previewQuery(settled ?? body), enabled: settled !== null && !isLocked });
  if (isLocked) return null;
  const [first, ...others] = data && settled ? priceChangeLines(data) : [PRICE.asking];
  return (
    <div className="price-change" role="status">
      {error ? (
        <p className="price-change-failed">
          <strong>{PRICE.failed}</strong> {whyNot(error)}
        </p>
      ) : (
        <>
          <p>
            <strong>{first}</strong>
          </p>
          {others.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </>
      )}
    </div>
  );
}

/** What the panel does not show yet, the edit itself tells, with the new state. */
function whyNot(error: Error) {
  return isRequestFailed(error) && error.status === 409 ? PRICE.changed : staffProblemText(error);
}

/** Null until nothing changed for a moment. */
function useSettled(body: ActionBody, isTyped: boolean): ActionBody | null {
  const text = JSON.stringify(body);
  const [settled, setSettled] = useState(isTyped ? '' : text);
  useEffect(() => {
    if (!isTyped) return setSettled(text);
    const timer = window.setTimeout(() => setSettled(text), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text, isTyped]);
  return settled === text ? body : null;
}
