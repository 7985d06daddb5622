import { valueAt } from '../../../lib/yaml/edits.ts';
import type { YamlEdit, YamlPath } from '../../../lib/yaml/edits.ts';
import type { FormField } from './form-field.ts';
import { boxOf, entriesOf } from './outline.ts';

/** Where the value of a field stands in the document, or would stand. */
export function placeOf(
  model: unknown,
  path: YamlPath,
  { path: own, custom }: FormField,
): YamlPath {
  const at = [...path, ...own];
  if (custom === undefined) return at;
  const properties = entriesOf(valueAt(model, at)).map((entry) => boxOf(entry)['property']);
  const found = custom.map((name) => properties.indexOf(name)).find((index) => index >= 0);
  return [...at, found ?? properties.length, 'value'];
}

/** The edit that gives a field a value, or takes it away; undefined if nothing changes. */
export function changeOf(
  model: unknown,
  at: YamlPath,
  { field: { custom }, value }: { field: FormField; value: unknown },
): YamlEdit | undefined {
  const entry = at.slice(0, -1);
  if (custom !== undefined && valueAt(model, entry) === undefined) {
    const property = custom.at(-1);
    const list = entry.slice(0, -1);
    const index = entriesOf(valueAt(model, list)).length;
    return value === undefined
      ? undefined
      : { op: 'insert', path: list, index, value: { property, value } };
  }
  if (value !== undefined) return { op: 'set', path: at, value };
  if (custom !== undefined) return { op: 'remove', path: entry };
  return valueAt(model, at) === undefined ? undefined : { op: 'remove', path: at };
}
