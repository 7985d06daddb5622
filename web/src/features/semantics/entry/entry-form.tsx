import { useState } from 'react';
import { Field } from '../../../components/controls/field.tsx';
import { entryTexts } from '../../../texts/semantics/semantics.ts';
import { namePath, withMember, withParents } from './entry-text.ts';
import type { EntryForm as Form } from './entry-text.ts';
import { Relationships } from './entry-relationships.tsx';

type EntryFormProps = {
  text: string;
  form: Form;
  isNew: boolean;
  /** The text cannot be read: the form shows what it said before. */
  isReadOnly: boolean;
  onChange: (text: string) => void;
};

const types = ['EntityType', 'ValueType'];

/** The members of an entry that most concepts have; each change patches the text. */
export function EntryForm({ text, form, isNew, isReadOnly, onChange }: EntryFormProps) {
  const set = (member: string) => (value: string) => onChange(withMember(text, [member], value));
  return (
    <fieldset className="stack entry-form" disabled={isReadOnly}>
      <NameAndType text={text} form={form} onChange={onChange} />
      {isNew && (
        <TextField
          label={entryTexts.id}
          hint={entryTexts.idHint}
          value={form.id}
          onChange={set('id')}
        />
      )}
      <Field label={entryTexts.description}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={4}
            value={form.description}
            onChange={({ target }) => set('description')(target.value)}
          />
        )}
      </Field>
      <div className="entry-row">
        <TextField label={entryTexts.status} value={form.status} onChange={set('status')} />
        <TextField label={entryTexts.iri} value={form.iri} onChange={set('iri')} />
      </div>
      <Parents text={text} parents={form.parents} onChange={onChange} />
      <Relationships text={text} list={form.relationships} onChange={onChange} />
      <p className="tiny faint">{entryTexts.kept}</p>
    </fieldset>
  );
}

function NameAndType({ text, form, onChange }: Pick<EntryFormProps, 'text' | 'form' | 'onChange'>) {
  return (
    <div className="entry-row">
      <TextField
        label={entryTexts.name}
        value={form.name}
        onChange={(value) => onChange(withMember(text, namePath(text), value))}
      />
      <Field label={entryTexts.type}>
        {(control) => (
          <select
            {...control}
            className="select"
            value={form.type}
            onChange={({ target }) => onChange(withMember(text, ['type'], target.value))}
          >
            {!types.includes(form.type) && <option value={form.type}>{form.type}</option>}
            {types.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

type TextFieldProps = {
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
};

function TextField({ label, hint, value, onChange }: TextFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          className="input"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** What is typed stays as it is while the text has the names without blanks. */
function Parents({
  text,
  parents,
  onChange,
}: {
  text: string;
  parents: string;
  onChange: (text: string) => void;
}) {
  const [typed, setTyped] = useState(parents);
  const named = (value: string) =>
    value
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
      .join(', ');
  return (
    <TextField
      label={entryTexts.parents}
      hint={entryTexts.parentsHint}
      value={named(typed) === named(parents) ? typed : parents}
      onChange={(value) => {
        setTyped(value);
        onChange(withParents(text, value));
      }}
    />
  );
}
