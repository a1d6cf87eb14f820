import { type FormEvent, useState } from 'react';
import { fieldProblem } from '../../api/problem.ts';
import { useDraft } from '../../device/use-draft.ts';
import { ACTIONS } from '../../texts/actions.ts';
import { CONTACT, HOME_COUNTRY } from '../../texts/contact-details.ts';
import { Field } from '../../ui/Field.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { WriteButton } from '../WriteButton.tsx';
import { CountryField } from './CountryField.tsx';
import { type ContactFields, changedFields, TEXT_FIELDS, type TextField, typedFrom } from './contact-fields.ts';
import { phoneRemark, zipRemark } from './contact-remarks.ts';
import { SaveState } from './SaveState.tsx';
import { type SaveTarget, useSave } from './save-target.ts';

interface ContactStepProps {
  saved: ContactFields;
  target: SaveTarget<Partial<ContactSaves>>;
  draftKey: string;
  onSaved: () => void;
}

type ContactSaves = Omit<ContactFields, 'Last_Name'> & { Last_Name: string };

const INPUTS: Record<TextField, { autoComplete: string; type?: string }> = {
  First_Name: { autoComplete: 'given-name' },
  Last_Name: { autoComplete: 'family-name' },
  Phone: { autoComplete: 'tel', type: 'tel' },
  Mailing_Street: { autoComplete: 'street-address' },
  Mailing_Zip: { autoComplete: 'postal-code' },
  Mailing_City: { autoComplete: 'address-level2' },
};

/** "Uw contact gegevens" (§2.3): remarks on unusual values, without blocking. */
export function ContactStep({ saved, target, draftKey, onSaved }: ContactStepProps) {
  const { submit, saving, error } = useSave(target);
  const draft = useDraft({ key: draftKey, area: 'session' }, typedFrom(saved));
  const [left, setLeft] = useState<Partial<Record<TextField, boolean>>>({});
  const typed = draft.value;

  function remark(field: TextField) {
    if (!left[field]) return undefined;
    if (field === 'Phone') return phoneRemark(typed.Phone);
    return field === 'Mailing_Zip' ? zipRemark(typed.Mailing_Zip, typed.country.option || HOME_COUNTRY) : undefined;
  }

  function done() {
    draft.forget();
    onSaved();
  }

  function save(event: FormEvent) {
    event.preventDefault();
    const { Last_Name, ...rest } = changedFields(saved, typed);
    const changed = Last_Name === undefined ? rest : { ...rest, Last_Name: Last_Name ?? '' };
    if (Object.keys(changed).length === 0) done();
    else submit(changed, done);
  }

  return (
    <section>
      <ScreenHeading title={CONTACT.title} />
      <p className="lead">{CONTACT.intro}</p>
      <form className="form form-contact" onSubmit={save} noValidate>
        {TEXT_FIELDS.map((field) => (
          <Field
            key={field}
            {...INPUTS[field]}
            name={field}
            label={CONTACT.fields[field]}
            value={typed[field]}
            onChange={(event) => draft.change({ ...typed, [field]: event.target.value })}
            onBlur={() => setLeft({ ...left, [field]: true })}
            remark={remark(field)}
            error={fieldProblem(error, field)}
          />
        ))}
        <CountryField
          choice={typed.country}
          onChange={(country) => draft.change({ ...typed, country })}
          error={fieldProblem(error, 'Mailing_Country')}
        />
        <WriteButton type="submit" busy={saving}>
          {saving ? ACTIONS.saving : ACTIONS.next}
        </WriteButton>
      </form>
      <SaveState saving={saving} error={error} />
    </section>
  );
}
