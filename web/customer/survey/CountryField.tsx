import { CONTACT, COUNTRIES, OTHER_COUNTRY } from '../../texts/survey-steps.ts';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import type { CountryChoice } from './country.ts';

const OPTIONS = COUNTRIES.map((country) => ({ value: country, label: country }));

interface CountryFieldProps {
  choice: CountryChoice;
  onChange: (choice: CountryChoice) => void;
  error: string | undefined;
}

export function CountryField({ choice, onChange, error }: CountryFieldProps) {
  return (
    <>
      <Select
        label={CONTACT.fields.Mailing_Country}
        name="Mailing_Country"
        autoComplete="country-name"
        value={choice.option}
        options={OPTIONS}
        onChange={(option) => onChange({ option, other: '' })}
        error={choice.option === OTHER_COUNTRY ? undefined : error}
      />
      {choice.option === OTHER_COUNTRY && (
        <Field
          label={CONTACT.otherCountry}
          name="other-country"
          value={choice.other}
          onChange={(event) => onChange({ option: OTHER_COUNTRY, other: event.target.value })}
          error={error}
        />
      )}
    </>
  );
}
