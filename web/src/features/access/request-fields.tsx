import { useQuery } from '@tanstack/react-query';
import { violationAt } from '../../api/problem.ts';
import { Field } from '../../components/field.tsx';
import { accessTexts, requestTexts } from '../../texts/access.ts';
import { collectionNames } from '../../texts/kinds.ts';
import type { Me } from '../session/queries.ts';
import type { RequestForm } from './request-facts.ts';
import { productsOfQuery } from './request-queries.ts';
import type { Terms } from './terms.ts';

export type FieldsProps = {
  form: RequestForm;
  onChange: (form: RequestForm) => void;
  /** What the server refused, for the fields that it names. */
  error: Error | null;
};

/** What the server says about a member, which has another place in the body of a dry run. */
export function problemOf(error: Error | null, member: string): string | undefined {
  const said = violationAt(error, member) ?? violationAt(error, `info.${member}`);
  return said === undefined ? undefined : `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

/** Who uses the data: a team, one of its data products, or the person. */
export function ConsumerFields({ form, onChange, error, me }: FieldsProps & { me: Me }) {
  const isTeam = form.consumer !== 'me' && form.consumer !== '';
  const choose = (consumer: string) =>
    onChange({
      ...form,
      consumer,
      product: '',
      isForProduct: form.isForProduct && consumer !== 'me',
    });
  return (
    <>
      <Field
        label={requestTexts.for}
        problem={problemOf(error, 'consumer') ?? problemOf(error, 'consumer.teamId')}
        {...(me.teams.length === 0 && { hint: requestTexts.noTeam })}
      >
        {(control) => (
          <select
            {...control}
            className="input"
            value={form.consumer}
            onChange={(event) => choose(event.target.value)}
          >
            {me.teams.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            {me.email !== null && <option value="me">{accessTexts.person(me.name)}</option>}
          </select>
        )}
      </Field>
      {isTeam && (
        <label className="check">
          <input
            type="checkbox"
            checked={form.isForProduct}
            onChange={(event) =>
              onChange({ ...form, isForProduct: event.target.checked, product: '' })
            }
          />
          {requestTexts.ofProduct}
        </label>
      )}
      {isTeam && form.isForProduct && <ProductField {...{ form, onChange, error }} />}
    </>
  );
}

function ProductField({ form, onChange, error }: FieldsProps) {
  const products = useQuery(productsOfQuery(form.consumer)).data;
  const isNone = products !== undefined && products.length === 0;
  return (
    <Field
      label={requestTexts.product}
      problem={problemOf(error, 'consumer.dataProductId')}
      {...(isNone && { hint: requestTexts.noProducts })}
    >
      {(control) => (
        <select
          {...control}
          className="input"
          value={form.product}
          onChange={(event) => onChange({ ...form, product: event.target.value })}
        >
          <option value="">{requestTexts.productFirst}</option>
          {products?.map((product) => (
            <option key={String(product['id'])} value={String(product['id'])}>
              {nameOf(product)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function nameOf({ name, info, id }: Record<string, unknown>): string {
  const title = (info as Record<string, unknown> | undefined)?.['title'];
  return String(name ?? title ?? id ?? collectionNames['dataproducts']);
}

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
      <dl className="details">
        {terms.map(({ name, text }) => (
          <div key={name} className="detail">
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
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
