import type { ReactNode } from 'react';
import type { Site } from '../../../bff/view-models/site.ts';

/** The terms, collapsed on screen; printed in full. */
export function Terms({ terms, children }: { terms: Site['terms']; children: ReactNode }) {
  return (
    <details className="terms">
      <summary>{children}</summary>
      {terms.paragraphs.map(({ title, text }) => (
        <div key={title}>
          <h4>{title}</h4>
          <p>{text}</p>
        </div>
      ))}
    </details>
  );
}
