import { WIPED_TEXTS } from '../../texts/personal-link.ts';
import { Notice } from '../../ui/Notice.tsx';

/** No page can take its own address out of the browser's history: a redirect or a replaced entry leaves it there. */
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
