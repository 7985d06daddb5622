import type { ReactNode } from 'react';
import type { components } from '../../api/schema.d.ts';
import { schemaFormTexts } from '../../texts/schema-form.ts';
import { Field } from './field.tsx';
import { CheckField } from './text-field.tsx';

export type FormField = components['schemas']['FormField'];

/** What is typed, by the path of the field: texts, numbers and lists as they are typed. */
export type FormValues = Readonly<Record<string, string | boolean>>;

type SchemaFormProps = {
  fields: readonly FormField[];
  values: FormValues;
  /** What is wrong, by the path of the field. */
  problems: Readonly<Record<string, string>>;
  onChange: (path: string, value: string | boolean) => void;
};

/** A form made from what the server says of its fields alone; rarely needed ones are folded away. */
export function SchemaForm({ fields, ...rest }: SchemaFormProps) {
  const usual = fields.filter(({ advanced }) => !advanced);
  const rare = fields.filter(({ advanced }) => advanced);
  const isOpen = rare.some(
    ({ path }) => rest.problems[path] !== undefined || rest.values[path] !== undefined,
  );
  return (
    <div className="schema-form">
      {usual.map((field) => (
        <SchemaField key={field.path} field={field} {...rest} />
      ))}
      {rare.length > 0 && (
        <details className="schema-rare" open={isOpen || undefined}>
          <summary>{schemaFormTexts.advanced}</summary>
          <div className="schema-form">
            {rare.map((field) => (
              <SchemaField key={field.path} field={field} {...rest} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

type SchemaFieldProps = Omit<SchemaFormProps, 'fields'> & { field: FormField };

function SchemaField({ field, values, problems, onChange }: SchemaFieldProps) {
  const { path, input, title, required } = field;
  const value = values[path];
  const change = (typed: string | boolean) => onChange(path, typed);
  const isWide = input.startsWith('long') || input === 'switch';
  const label = required ? `${title} *` : title;
  const hint = hintOf(field);
  return (
    <div className={isWide ? 'schema-field wide' : 'schema-field'} data-path={path}>
      {input === 'switch' ? (
        <div className="field">
          <CheckField label={title} checked={isOn(field, value)} onChange={change} />
          {hint}
        </div>
      ) : (
        <Field label={label} hint={hint} problem={problems[path]}>
          {(control) => (
            <Input
              control={{ ...control, name: path, 'aria-required': required }}
              field={field}
              value={String(value ?? '')}
              onChange={change}
            />
          )}
        </Field>
      )}
    </div>
  );
}

const isOn = ({ default: byDefault }: FormField, value: string | boolean | undefined): boolean =>
  value === undefined ? byDefault === true : value === true;

function hintOf({ description, input }: FormField): ReactNode {
  const list = input === 'list' ? ` ${schemaFormTexts.listHint}` : '';
  // Names of settings come in back quotes.
  const parts = `${description}${description === '' ? '' : '.'}${list}`.split('`');
  if (parts.join('').trim() === '') return undefined;
  return (
    <span className="tiny faint">
      {parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </span>
  );
}

type InputProps = {
  control: object;
  field: FormField;
  value: string;
  onChange: (typed: string) => void;
};

function Input({ control, field, value, onChange }: InputProps) {
  const { input, placeholder, maxLength, choices } = field;
  const shared = {
    ...control,
    className: 'input',
    value,
    autoComplete: 'off',
    ...(placeholder !== null && { placeholder }),
  };
  if (input === 'choice') {
    return (
      <select
        {...control}
        className="input"
        value={value}
        onChange={(e) => onChange(e.target.value)}
      >
        <option value="">{defaultOf(field)}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.title}
          </option>
        ))}
      </select>
    );
  }
  if (input === 'long-text' || input === 'long-secret') {
    return (
      <textarea
        {...shared}
        className="input mono"
        rows={4}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <input
      {...shared}
      type={input === 'secret' ? 'password' : 'text'}
      {...(input === 'secret' && { autoComplete: 'new-password' })}
      {...(input === 'number' && { inputMode: 'numeric', placeholder: numberHint(field) })}
      {...(maxLength !== null && input === 'text' && { maxLength })}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const numberHint = ({ default: byDefault, placeholder }: FormField): string =>
  placeholder ?? (typeof byDefault === 'number' ? String(byDefault) : '');

function defaultOf({ default: byDefault, choices }: FormField): string {
  const found = choices.find(({ value }) => value === byDefault);
  return found === undefined ? schemaFormTexts.notChosen : schemaFormTexts.byDefault(found.title);
}
