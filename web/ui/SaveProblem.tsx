import { type ReactNode, useEffect, useRef } from 'react';
import { isRequestFailed, isTooMany, mayPass } from '../api/ask-bff.ts';
import { type ProblemWording, problemText, referenceOf } from '../texts/problems.ts';
import { fieldId, goToField } from './field-id.ts';

interface SaveProblemProps {
  error: Error;
  /** What did not happen, in bold; omitted if the outcome is unknown. */
  before?: string;
  /** The form's own words for an unknown outcome: in bold, then what to do. */
  unknown?: { readonly title: string; readonly text: string };
  /** Field labels: a refused field is named with a link to it. */
  labels?: Readonly<Record<string, string>>;
  /** Staff get other texts than customers. */
  wording?: ProblemWording;
  /** Below the error: whom to call. */
  children?: ReactNode;
}

/** Shown below a form whose save failed: what did not happen, what to do, then small the message of §8. */
export function SaveProblem({
  error,
  before,
  unknown,
  labels = {},
  wording = problemText,
  children,
}: SaveProblemProps) {
  const isToldUnknown = isRequestFailed(error) && error.code === 'outcome_unknown';
  // A form with words for an unknown outcome also uses them if there was no answer or a temporary refusal, because an
  // earlier press may have been stored.
  const isUnknown = isToldUnknown || (unknown !== undefined && mayPass(error));
  const title = isUnknown ? unknown?.title : before;
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new error takes the focus again.
  useEffect(() => box.current?.focus(), [error]);
  return (
    <div
      ref={box}
      className={`notice notice-${isUnknown || isTooMany(error) ? 'warning' : 'problem'}`}
      role="alert"
      tabIndex={-1}
    >
      {title && <strong>{title}</strong>}
      <p>{isToldUnknown && unknown ? unknown.text : wording(error)}</p>
      <RefusedFields error={error} labels={labels} />
      {children}
      <ErrorCode error={error} />
    </div>
  );
}

/** The last line below a failure: the message of §8, and a reference for a phone call. A screen adds its `title`. */
export function ErrorCode({ error, title }: { error: Error; title?: string }) {
  const reference = referenceOf(error);
  return (
    <p className="small">
      {title && (
        <>
          <span lang="en">{title}</span> ·{' '}
        </>
      )}
      <span lang="en">{error.message}</span>
      {reference && (
        <>
          {' '}
          · <span>{reference}</span>
        </>
      )}
    </p>
  );
}

function RefusedFields({ error, labels }: Required<Pick<SaveProblemProps, 'error' | 'labels'>>) {
  const refused = Object.entries((isRequestFailed(error) && error.problem?.fields) || {});
  const named = refused.filter(([name]) => labels[name]);
  if (named.length === 0) return null;
  return (
    <ul className="bullets">
      {named.map(([name, sentence]) => (
        <li key={name}>
          <FieldLink name={name} label={labels[name] ?? name} />: {sentence}
        </li>
      ))}
    </ul>
  );
}

/** A link that focuses a field. */
export function FieldLink({ name, label }: { name: string; label: string }) {
  return (
    <a
      href={`#${fieldId(name)}`}
      onClick={(event) => {
        event.preventDefault();
        goToField(name);
      }}
    >
      {label}
    </a>
  );
}
