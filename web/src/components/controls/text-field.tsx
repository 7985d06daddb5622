import type { ReactNode } from 'react';
import { Field } from './field.tsx';

type CommonProps = {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

type TextFieldProps = CommonProps & {
  type?: 'text' | 'email' | 'password' | 'date' | 'time' | 'number';
  isMono?: boolean;
  /** Has the focus when its dialog opens. */
  isFirst?: boolean;
};

/** A line of text with its label. */
export function TextField(props: TextFieldProps) {
  const { label, hint, problem, value, onChange, type = 'text', isMono, isFirst } = props;
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <input
          {...control}
          className={isMono === true ? 'input mono' : 'input'}
          type={type}
          autoComplete="off"
          data-autofocus={isFirst === true ? true : undefined}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

type SelectFieldProps = CommonProps & { options: readonly { value: string; name: string }[] };

/** A choice of one value with its label. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, problem, value, onChange, options } = props;
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type CheckFieldProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };

/** A box to tick with its label. */
export function CheckField({ label, checked, onChange }: CheckFieldProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}
