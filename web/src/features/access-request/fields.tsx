import { Field } from '../../components/controls/field.tsx';
import { requestTexts } from '../../texts/access.ts';
import type { RequestForm } from './facts.ts';
import { problemOf } from './problem.ts';
import type { Terms } from '../access/terms.ts';
import { TermsList } from '../access/terms-list.tsx';

export type FieldsProps = {
  form: RequestForm;
  onChange: (form: RequestForm) => void;
  /** What the server refused, for the fields that it names. */
  error: Error | null;
};

/** The role: one of the contract's, or as the platform names it. */
export function RoleField({ form, onChange, error, roles }: FieldsProps & { roles: string[] }) {
  const change = (role: string) => onChange({ ...form, role });
  if (roles.length > 0) {
    return (
      <fieldset className="choices">
        <legend>{requestTexts.role}</legend>
        {roles.map((role) => (
          <label key={role} className="check">
            <input
              type="radio"
              name="role"
              checked={form.role === role}
              onChange={() => change(role)}
            />
            {role}
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <Field
      label={requestTexts.role}
      hint={requestTexts.roleHint}
      problem={problemOf(error, 'roles') ?? problemOf(error, 'roles[0]')}
    >
      {(control) => (
        <input
          {...control}
          className="input"
          value={form.role}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}

const maxPurpose = 500;

/** Purpose, begin and end. */
export function PurposeFields({ form, onChange, error }: FieldsProps) {
  return (
    <>
      <Field
        label={requestTexts.why}
        hint={requestTexts.whyHint(form.purpose.length)}
        problem={problemOf(error, 'purpose')}
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={4}
            maxLength={maxPurpose}
            value={form.purpose}
            onChange={(event) => onChange({ ...form, purpose: event.target.value })}
          />
        )}
      </Field>
      <div className="two-fields">
        <DayField member="from" name="startDate" {...{ form, onChange, error }} />
        <DayField member="until" name="endDate" {...{ form, onChange, error }} />
      </div>
    </>
  );
}

type DayFieldProps = FieldsProps & { member: 'from' | 'until'; name: string };

function DayField({ form, onChange, error, member, name }: DayFieldProps) {
  return (
    <Field
      label={requestTexts[member]}
      hint={requestTexts[`${member}Hint`]}
      problem={problemOf(error, name)}
    >
      {(control) => (
        <input
          {...control}
          className="input"
          type="date"
          max="9999-12-31"
          min={member === 'until' && form.from !== '' ? form.from : undefined}
          value={form[member]}
          onChange={(event) => onChange({ ...form, [member]: event.target.value })}
        />
      )}
    </Field>
  );
}

/** What the contract says, to be read before the request is sent. */
export function TermsField({
  form,
  onChange,
  terms,
}: Omit<FieldsProps, 'error'> & { terms: Terms }) {
  return (
    <section className="terms" aria-label={requestTexts.terms}>
      <h3>{requestTexts.terms}</h3>
      <TermsList terms={terms} />
      <label className="check">
        <input
          type="checkbox"
          checked={form.hasRead}
          onChange={(event) => onChange({ ...form, hasRead: event.target.checked })}
        />
        {requestTexts.accept}
      </label>
    </section>
  );
}
