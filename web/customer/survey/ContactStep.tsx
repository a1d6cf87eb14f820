import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callPermissionWords, MAIL_ADDRESS, trimAddress } from '../../../bff/view-models/choices.ts';
import type { CallPermission as Permission } from '../../../bff/view-models/contact.ts';
import { fieldProblem } from '../../api/ask-bff.ts';
import { siteQuery } from '../../api/query-client.ts';
import { useDraft } from '../../device/drafts.ts';
import { LINK_FORM } from '../../texts/gate.ts';
import { ACTIONS } from '../../texts/page.ts';
import { CONTACT, COUNTRIES, OTHER_COUNTRY } from '../../texts/survey-steps.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { goToField } from '../../ui/field-id.ts';
import { Notice } from '../../ui/Notice.tsx';
import { FieldLink } from '../../ui/SaveProblem.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Select } from '../../ui/Select.tsx';
import { useContact } from '../contact-and-deal.ts';
import { askAsCustomer } from '../gate/visitor.ts';
import { WriteButton } from '../PageFrame.tsx';
import { AddressOffer } from './AddressOffer.tsx';
import {
  type ContactFields,
  type ContactTyped,
  type CountryChoice,
  changedFields,
  oddRemark,
  remarksOn,
  TEXT_FIELDS,
  type TextField,
  typedFrom,
} from './contact-fields.ts';
import { SaveState, type StepProps, useSave } from './saving.tsx';

interface ContactStepProps extends StepProps<keyof ContactFields | 'portal_call_permission'> {
  saved: ContactFields;
  /** Only if the CRM has no address. Only the contact's owner is told the typed address (decision B3). */
  email?: { value: string; change: (typed: string) => void };
}

const INPUTS: Record<TextField, { autoComplete: string; type?: string }> = {
  First_Name: { autoComplete: 'given-name' },
  Last_Name: { autoComplete: 'family-name' },
  Phone: { autoComplete: 'tel', type: 'tel' },
  Mailing_Street: { autoComplete: 'street-address' },
  Mailing_Zip: { autoComplete: 'postal-code' },
  Mailing_City: { autoComplete: 'address-level2' },
};

/** Leaving one of these fields starts an address lookup. */
const ADDRESS_FIELDS = new Set<TextField>(['Mailing_Street', 'Mailing_Zip']);

const EMAIL_FIELD = 'email';

/** "Uw contact gegevens" (§2.3): warns about unusual values without blocking. */
export function ContactStep({ saved, target, draftKey, onSaved, email }: ContactStepProps) {
  const { submit, saving, error, correct, dismiss } = useSave(target);
  const draft = useDraft({ key: draftKey, area: 'session' }, typedFrom(saved));
  const permission = useCallPermission(draftKey);
  const [asked, setAsked] = useState(false);
  const [emailRefused, setEmailRefused] = useState(false);
  const typed = draft.value;
  const remarks = remarksOn(typed);

  function done() {
    draft.forget();
    permission.forget();
    onSaved();
  }

  function save(event: FormEvent) {
    event.preventDefault();
    const address = trimAddress(email?.value ?? '');
    if (address !== '' && !MAIL_ADDRESS.test(address)) {
      setEmailRefused(true);
      return goToField(EMAIL_FIELD);
    }
    if (remarks.length > 0 && !asked) {
      dismiss();
      return setAsked(true);
    }
    const { Last_Name, ...rest } = changedFields(saved, typed);
    const changed = {
      ...rest,
      ...(Last_Name !== undefined && { Last_Name: Last_Name ?? '' }),
      ...permission.changed,
    };
    if (Object.keys(changed).length === 0) done();
    else submit(changed, done);
  }

  return (
    <section>
      <ScreenHeading title={CONTACT.title} />
      <p className="lead">{CONTACT.intro}</p>
      <form className="form form-contact" onSubmit={save} noValidate>
        <NameAndAddress typed={typed} onChange={draft.change} onCorrect={correct} isAsked={asked} error={error} />
        {email && (
          <Field
            type="email"
            name={EMAIL_FIELD}
            label={LINK_FORM.label}
            autoComplete="email"
            value={email.value}
            onChange={(event) => {
              setEmailRefused(false);
              email.change(event.target.value);
            }}
            error={emailRefused ? LINK_FORM.wrong : undefined}
          />
        )}
        <CallPermission permission={permission} />
        {asked && remarks.length > 0 && !saving && !error && <OddDetails remarks={remarks} />}
        <WriteButton type="submit" busy={saving}>
          {saving ? ACTIONS.saving : ACTIONS.next}
        </WriteButton>
      </form>
      <SaveState saving={saving} error={error} labels={CONTACT.fields} />
    </section>
  );
}

interface NameAndAddressProps {
  typed: ContactTyped;
  onChange: (typed: ContactTyped) => void;
  onCorrect: (field: string) => void;
  /** The customer was asked about the remarks, so every field shows its own. */
  isAsked: boolean;
  error: Error | null;
}

/** The fields with the name, the telephone number and the address; suggests street and city from the postcode. */
function NameAndAddress({ typed, onChange, onCorrect, isAsked, error }: NameAndAddressProps) {
  const { data: site } = useQuery(siteQuery);
  const [left, setLeft] = useState<Partial<Record<TextField, boolean>>>({});
  const [typing, setTyping] = useState<TextField>();
  return (
    <>
      {TEXT_FIELDS.map((field) => (
        <Field
          key={field}
          {...INPUTS[field]}
          name={field}
          label={CONTACT.fields[field]}
          value={typed[field]}
          required={field === 'Last_Name'}
          onChange={(event) => {
            onCorrect(field);
            setTyping(field);
            onChange({ ...typed, [field]: event.target.value });
          }}
          onFocus={() => setTyping(undefined)}
          onBlur={({ relatedTarget }) => {
            // A new remark would move a button during the press, so there is none when a button takes the focus.
            if (relatedTarget instanceof HTMLInputElement) setLeft({ ...left, [field]: true });
          }}
          remark={left[field] || isAsked ? oddRemark(field, typed) : undefined}
          error={fieldProblem(error, field)}
        />
      ))}
      {site?.addressLookup && (
        <AddressOffer typed={typed} isTyping={typing !== undefined && ADDRESS_FIELDS.has(typing)} onTake={onChange} />
      )}
      <CountryField
        choice={typed.country}
        onChange={(country) => {
          onCorrect('Mailing_Country');
          onChange({ ...typed, country });
        }}
        error={fieldProblem(error, 'Mailing_Country')}
      />
    </>
  );
}

/** Whether we may call. Only this step reads it. */
function callPermissionQuery(contactId: string) {
  return queryOptions({
    queryKey: ['permission', contactId],
    queryFn: ({ signal }) => askAsCustomer<Permission>('/api/contacts/permission', { signal }),
  });
}

/** The choice made here; until then the stored permission applies, and can be withdrawn (decision I12). */
function useCallPermission(draftKey: string) {
  const client = useQueryClient();
  const query = callPermissionQuery(useContact().id);
  const { data, isError, refetch } = useQuery(query);
  const draft = useDraft<boolean | null>({ key: `${draftKey}:permission`, area: 'session' }, null);
  const given = data && data.portal_call_permission_at != null;
  const isKnown = data !== undefined || draft.value !== null;
  return {
    isKnown,
    retry: isError && !isKnown ? () => void refetch() : undefined,
    isGiven: draft.value ?? given ?? false,
    choose: draft.change,
    /** After saving, the cached permission is outdated. */
    forget: () => {
      draft.forget();
      client.removeQueries({ queryKey: query.queryKey });
    },
    changed: draft.value === null || draft.value === given ? {} : { portal_call_permission: draft.value },
  };
}

function CallPermission({ permission }: { permission: ReturnType<typeof useCallPermission> }) {
  const { data: site } = useQuery(siteQuery);
  if (!site) return null;
  return (
    <>
      <label className="permission">
        <input
          type="checkbox"
          checked={permission.isGiven}
          disabled={!permission.isKnown}
          onChange={(event) => permission.choose(event.target.checked)}
        />
        {callPermissionWords(site.brand)}
      </label>
      {permission.retry && (
        <Notice>
          <p>{CONTACT.permissionUnread}</p>
          <Button variant="plain" onClick={permission.retry}>
            {ACTIONS.retry}
          </Button>
        </Notice>
      )}
    </>
  );
}

/** Asks once about unusual values; a second "Volgende" accepts them. */
function OddDetails({ remarks }: { remarks: ReturnType<typeof remarksOn> }) {
  return (
    <Notice tone="warning" title={CONTACT.check} takesFocus>
      <ul className="bullets">
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

const COUNTRY_OPTIONS = COUNTRIES.map((country) => ({ value: country, label: country }));

interface CountryFieldProps {
  choice: CountryChoice;
  onChange: (choice: CountryChoice) => void;
  error: string | undefined;
}

function CountryField({ choice, onChange, error }: CountryFieldProps) {
  return (
    <>
      <Select
        label={CONTACT.fields.Mailing_Country}
        name="Mailing_Country"
        autoComplete="country-name"
        value={choice.option}
        options={COUNTRY_OPTIONS}
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
