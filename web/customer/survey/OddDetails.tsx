import { CONTACT } from '../../texts/survey-steps.ts';
import { Notice } from '../../ui/Notice.tsx';
import { FieldLink } from '../../ui/SaveProblem.tsx';
import type { remarksOn } from './contact-remarks.ts';

/** What looks wrong, asked about once; a second "Volgende" takes it as it is. */
export function OddDetails({ remarks }: { remarks: ReturnType<typeof remarksOn> }) {
  return (
    <Notice tone="warning" title={CONTACT.check} takesFocus>
      <ul className="field-links">
        {remarks.map(({ field, remark }) => (
          <li key={field}>
            <FieldLink name={field} label={CONTACT.fields[field]} />: {remark}
          </li>
        ))}
      </ul>
      <p>{CONTACT.checkGo}</p>
    </Notice>
  );
}
