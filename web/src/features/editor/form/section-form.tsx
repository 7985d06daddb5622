import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { VirtualRows } from '../../../components/data/virtual-rows.tsx';
import { valueAt } from '../../../lib/yaml/edits.ts';
import type { YamlEdit, YamlPath } from '../../../lib/yaml/edits.ts';
import { formTexts } from '../../../texts/studio/editor-form.ts';
import { entriesOf, entryAt, keyOfPath, nameOf, partOfField } from './outline.ts';
import type { TextProblem } from '../../../components/yaml/yaml-editor.tsx';
import { changeOf, placeOf } from './field-place.ts';
import type { FormField, Section } from './form-field.ts';
import { ValueControl } from './value-control.tsx';

export type FormParts = {
  model: unknown;
  problems: readonly TextProblem[];
  edit: (edit: YamlEdit) => void;
  /** The part of the document that the address names. */
  part?: string | undefined;
};

const problemAt = (problems: readonly TextProblem[], path: YamlPath): string | undefined =>
  problems.find(({ field }) => field !== undefined && partOfField(field) === keyOfPath(path))
    ?.message;

type FieldsProps = FormParts & { path: YamlPath; fields: readonly FormField[] };

/** The controls of one object. */
export function Fields({ model, problems, edit, path, fields }: FieldsProps) {
  return (
    <div className="editor-fields">
      {fields.map((field) => {
        const at = placeOf(model, path, field);
        // An older standard has a list of people where a newer one has the team.
        if (field.path.length > 1 && Array.isArray(valueAt(model, at.slice(0, -1)))) return null;
        return (
          <div key={field.label} className={`editor-field is-${field.control}`}>
            <ValueControl
              field={field}
              value={valueAt(model, at)}
              problem={problemAt(problems, at)}
              onChange={(value) => {
                const change = changeOf(model, at, { field, value });
                if (change !== undefined) edit(change);
              }}
            />
          </div>
        );
      })}
    </div>
  );
}

type EntryListProps = FormParts & { section: Section; path: YamlPath };

const manyEntries = 60;

/** A list of objects: one of them is open, with its controls; at first the one that the address names. */
export function EntryList(props: EntryListProps) {
  const opened = entryAt(props.part, props.path);
  return <Opened key={`${keyOfPath(props.path)} ${opened}`} {...props} opened={opened} />;
}

function Opened({
  section,
  path,
  opened,
  ...parts
}: EntryListProps & { opened: number | undefined }) {
  const { model, edit } = parts;
  const [open, setOpen] = useState(opened);
  const { names, noun } = section.list ?? { names: [], noun: '' };
  const entries = entriesOf(valueAt(model, path));
  const add = () => {
    edit({
      op: 'insert',
      path,
      index: entries.length,
      value: { [names[0] ?? 'name']: `new ${noun}` },
    });
    setOpen(entries.length);
  };
  const entry = (index: number) => (
    <Entry
      {...parts}
      section={section}
      path={path}
      index={index}
      count={entries.length}
      isOpen={open === index}
      onOpen={setOpen}
    />
  );
  return (
    <div className="editor-list">
      {entries.length === 0 && <p className="small faint">{formTexts.nothing(noun)}</p>}
      <Entries label={section.name} names={entries.map((each) => nameOf(each, names))}>
        {entry}
      </Entries>
      <Button compact onClick={add}>
        <IconPlus size={14} stroke={1.75} aria-hidden />
        {formTexts.add(noun)}
      </Button>
    </div>
  );
}

type EntriesProps = {
  label: string;
  names: readonly string[];
  children: (index: number) => ReactNode;
};

/** Of a long list only the entries in view exist. */
function Entries({ label, names, children: entry }: EntriesProps) {
  if (names.length > manyEntries) {
    return (
      <VirtualRows rows={[...names.keys()]} keyOf={String} rowHeight={37} label={label}>
        {entry}
      </VirtualRows>
    );
  }
  return (
    <ul aria-label={label}>
      {names.map((name, index) => (
        <li key={index} aria-label={name}>
          {entry(index)}
        </li>
      ))}
    </ul>
  );
}

type EntryProps = EntryListProps & {
  index: number;
  count: number;
  isOpen: boolean;
  onOpen: (index: number | undefined) => void;
};

function Entry({ section, path, index, count, isOpen, onOpen, ...parts }: EntryProps) {
  const { names, noun } = section.list ?? { names: [], noun: '' };
  const own = [...path, index];
  const name = nameOf(valueAt(parts.model, own), names);
  return (
    <div className="editor-entry">
      <div className="row tight">
        <button
          type="button"
          className="editor-entry-name"
          aria-expanded={isOpen}
          onClick={() => onOpen(isOpen ? undefined : index)}
        >
          <span className="ellipsis">{name}</span>
        </button>
        <EntryButtons
          {...parts}
          path={path}
          index={index}
          count={count}
          noun={`${noun} ${name}`}
          onMoved={onOpen}
        />
      </div>
      {isOpen && <Fields {...parts} path={own} fields={section.fields} />}
    </div>
  );
}

type ButtonsProps = Pick<FormParts, 'edit'> & {
  path: YamlPath;
  index: number;
  count: number;
  noun: string;
  onMoved: (index: number | undefined) => void;
};

/** Moves and removes one entry of a list. */
export function EntryButtons({ edit, path, index, count, noun, onMoved }: ButtonsProps) {
  const move = (to: number) => {
    edit({ op: 'move', path, from: index, to });
    onMoved(to);
  };
  return (
    <span className="row tight push editor-buttons">
      <Button
        compact
        tone="quiet"
        aria-label={`${formTexts.up}: ${noun}`}
        disabled={index === 0}
        onClick={() => move(index - 1)}
      >
        <IconArrowUp size={14} stroke={1.75} aria-hidden />
      </Button>
      <Button
        compact
        tone="quiet"
        aria-label={`${formTexts.down}: ${noun}`}
        disabled={index >= count - 1}
        onClick={() => move(index + 1)}
      >
        <IconArrowDown size={14} stroke={1.75} aria-hidden />
      </Button>
      <Button
        compact
        tone="quiet"
        aria-label={formTexts.remove(noun)}
        onClick={() => {
          edit({ op: 'remove', path: [...path, index] });
          onMoved(undefined);
        }}
      >
        <IconTrash size={14} stroke={1.75} aria-hidden />
      </Button>
    </span>
  );
}
