import { WIPED_TEXTS } from '../../texts/gate.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Explains how to clear the browser history: a page cannot remove its own address from it. */
export function HistoryRemains() {
  const { title, done, history, steps, others } = WIPED_TEXTS;
  return (
    <Notice title={title} takesFocus>
      <p>{done}</p>
      <p>{history}</p>
      <ol>
        {steps(window.location.host).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>{others}</p>
    </Notice>
  );
}
