import { useEffect, useId, useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import { Field } from '../../../components/controls/field.tsx';
import { formTexts } from '../../../texts/studio/editor-form.ts';
import { useClassificationChoices, useProductTypeChoices, useTeamChoices } from './choices.ts';
import type { Choice } from './choices.ts';
import { textOf } from './outline.ts';
import type { FormField } from './form-field.ts';

type ValueControlProps = {
  field: FormField;
  value: unknown;
  problem?: string | undefined;
  /** Undefined removes the member. */
  onChange: (value: unknown) => void;
};

const settledAfterMs = 350;

/** The control of one member. Typing shows at once; the text follows when it pauses or the control is left. */
export function ValueControl(props: ValueControlProps) {
  const { field, value, onChange } = props;
  if (field.control === 'check') return <CheckControl {...props} />;
  if (field.control === 'select') return <SelectControl {...props} choices={choicesOf(field)} />;
  if (field.control === 'product-type') return <ProductTypeControl {...props} />;
  if (field.control === 'team') return <TeamControl {...props} />;
  if (field.control === 'classification') return <ClassificationControl {...props} />;
  return <TypedControl key={field.label} {...props} value={value} onChange={onChange} />;
}

function CheckControl({ field: { label }, value, onChange }: ValueControlProps) {
  const id = useId();
  return (
    <label className="check small" htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={value === true}
        onChange={(event) => onChange(event.target.checked ? true : undefined)}
      />
      {label}
    </label>
  );
}

const choicesOf = ({ options = [] }: FormField): Choice[] => options.map((value) => ({ value }));

function ProductTypeControl(props: ValueControlProps) {
  return <SelectControl {...props} choices={useProductTypeChoices()} />;
}

type SelectControlProps = ValueControlProps & { choices: readonly Choice[] };

/** A value that is none of the choices stays, and is one more of them. */
function SelectControl({ field, value, problem, onChange, choices }: SelectControlProps) {
  const { label } = field;
  const shown = textOf(value);
  const isKnown = shown === '' || choices.some((choice) => choice.value === shown);
  const known = isKnown ? choices : [{ value: shown }, ...choices];
  return (
    <Field label={label} problem={problem}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={shown}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        >
          <option value="">{formTexts.choose}</option>
          {known.map(({ value: option, name }) => (
            <option key={option} value={option}>
              {name ?? option}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A team by its name; the text holds its id. */
function TeamControl({ value, onChange, ...props }: ValueControlProps) {
  const teams = useTeamChoices();
  const id = textOf(value);
  const shown = teams.find((team) => team.id === id)?.name ?? id;
  const choose = (typed: unknown) =>
    onChange(teams.find(({ name }) => name === typed)?.id ?? typed);
  const choices = teams.map(({ name }) => ({ value: name }));
  return <TypedControl {...props} value={shown} onChange={choose} choices={choices} />;
}

function ClassificationControl(props: ValueControlProps) {
  return <TypedControl {...props} choices={useClassificationChoices()} />;
}

const writtenOf = (field: FormField, value: unknown): string =>
  field.control === 'words' && Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);

/** What was typed as a value; numbers and booleans stay such where the standard allows any value. */
function readTyped({ control }: FormField, typed: string, before: unknown): unknown {
  if (typed === '') return undefined;
  if (control === 'words') {
    const words = typed
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
    return words.length === 0 ? undefined : words;
  }
  if (control === 'number') return Number.isFinite(Number(typed)) ? Number(typed) : typed;
  if (control !== 'any' || typeof before === 'string') return typed;
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return typed;
  }
}

type TypedControlProps = ValueControlProps & { choices?: readonly Choice[] };

function TypedControl({ field, value, problem, onChange, choices = [] }: TypedControlProps) {
  const written = writtenOf(field, value);
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = useRef<() => void>(undefined);
  const shown = typed ?? written;
  const commit = (text: string) => {
    clearTimeout(timer.current);
    send.current = undefined;
    if (text !== written) onChange(readTyped(field, text, value));
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    send.current = () => commit(text);
    timer.current = setTimeout(() => send.current?.(), settledAfterMs);
  };
  // What was typed last is kept if the form is left before it pauses.
  useEffect(() => () => send.current?.(), []);
  const common = {
    value: shown,
    onChange: ({ target }: { target: { value: string } }) => type(target.value),
    onBlur: () => {
      send.current?.();
      setTyped(undefined);
    },
  };
  const hint = field.control === 'words' ? formTexts.wordsHint : undefined;
  return (
    <Field label={field.label} problem={problem} hint={hint}>
      {(control) =>
        field.control === 'long-text' ? (
          <textarea
            {...control}
            {...common}
            className="input"
            rows={Math.min(8, shown.split('\n').length + 1)}
          />
        ) : (
          <LineInput
            {...control}
            {...common}
            choices={choices}
            isNumber={field.control === 'number'}
          />
        )
      }
    </Field>
  );
}

type LineInputProps = ComponentProps<'input'> & { choices: readonly Choice[]; isNumber: boolean };

function LineInput({ choices, isNumber, ...input }: LineInputProps) {
  const list = useId();
  const hasList = choices.length > 0;
  return (
    <>
      <input
        {...input}
        className="input"
        inputMode={isNumber ? 'decimal' : undefined}
        list={hasList ? list : undefined}
      />
      {hasList && (
        <datalist id={list}>
          {choices.map(({ value, name }) => (
            <option key={value} value={value} label={name} />
          ))}
        </datalist>
      )}
    </>
  );
}
