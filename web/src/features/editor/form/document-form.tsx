import { IconPlus } from '@tabler/icons-react';
import { Button } from '../../../components/controls/button.tsx';
import { valueAt } from '../../../lib/yaml/edits.ts';
import type { YamlPath } from '../../../lib/yaml/edits.ts';
import { formTexts } from '../../../texts/studio/editor-form.ts';
import { entriesOf, keyOfPath, otherMembers } from './outline.ts';
import type { OutlineRow } from './outline.ts';
import { EntryButtons, EntryList, Fields } from './section-form.tsx';
import type { FormParts } from './section-form.tsx';
import { columnFields, ruleSection, tableFields } from './table-fields.ts';
import type { Section } from './form-field.ts';

type DocumentFormProps = FormParts & {
  row: OutlineRow;
  sections: readonly Section[];
  onChoose: (key: string) => void;
};

/** The form of what is chosen in the tree. */
export function DocumentForm({ row, sections, onChoose, ...parts }: DocumentFormProps) {
  const { section } = row;
  if (section === undefined) return <TableForm {...parts} row={row} onChoose={onChoose} />;
  // Sections share the root, and lists stand beside them.
  const known = [
    'apiVersion',
    'kind',
    'id',
    'schema',
    'description',
    'team',
    ...sections.flatMap((each) => [
      ...each.path.slice(0, 1).map(String),
      ...(each.path.length === 0 ? each.fields.map(({ path }) => String(path[0])) : []),
    ]),
  ];
  const others = section.path.length === 0 ? otherMembers(parts.model, known) : [];
  return (
    <>
      <h2>{section.name}</h2>
      {section.list === undefined ? (
        <Fields {...parts} path={section.path} fields={section.fields} />
      ) : (
        <EntryList {...parts} section={section} path={section.path} />
      )}
      {section.key === 'info' && <Others names={others} />}
    </>
  );
}

function Others({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return <p className="small faint">{formTexts.moreInYaml(names)}</p>;
}

/** A table or field: its members, its rules, and the fields in it. */
function TableForm({ row, onChoose, ...parts }: Omit<DocumentFormProps, 'sections'>) {
  const { path, kind, name } = row;
  const fields = kind === 'table' ? tableFields : columnFields;
  const list = path.slice(0, -1);
  const index = Number(path.at(-1));
  const count = entriesOf(valueAt(parts.model, list)).length;
  const noun = kind === 'table' ? formTexts.table : formTexts.field;
  const value = valueAt(parts.model, path);
  const known = [...fields.map((field) => String(field.path[0])), 'properties', 'quality', 'items'];
  return (
    <>
      <div className="row">
        <h2 className="mono ellipsis">{name}</h2>
        <EntryButtons
          {...parts}
          path={list}
          index={index}
          count={count}
          noun={`${noun} ${name}`}
          onMoved={(to) => onChoose(to === undefined ? 'info' : keyOfPath([...list, to]))}
        />
      </div>
      <Fields key={row.key} {...parts} path={path} fields={fields} />
      <Others names={otherMembers(value, known)} />
      <h3>{ruleSection.name}</h3>
      <EntryList {...parts} section={ruleSection} path={[...path, 'quality']} />
      {(kind === 'table' || valueAt(value, ['logicalType']) === 'object') && (
        <AddField
          {...parts}
          path={[...path, 'properties']}
          noun={formTexts.field}
          onChoose={onChoose}
        />
      )}
    </>
  );
}

type AddFieldProps = FormParts & { path: YamlPath; noun: string; onChoose: (key: string) => void };

/** Adds an entry at the end of a list and opens it. */
export function AddField({ model, edit, path, noun, onChoose }: AddFieldProps) {
  const index = entriesOf(valueAt(model, path)).length;
  const add = () => {
    edit({ op: 'insert', path, index, value: { name: `new_${noun}` } });
    onChoose(keyOfPath([...path, index]));
  };
  return (
    <Button compact onClick={add}>
      <IconPlus size={14} stroke={1.75} aria-hidden />
      {formTexts.add(noun)}
    </Button>
  );
}
