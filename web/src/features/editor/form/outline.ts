import { valueAt } from '../../../lib/yaml/edits.ts';
import type { YamlPath } from '../../../lib/yaml/edits.ts';
import { formTexts } from '../../../texts/editor-form.ts';
import type { Section } from './form-field.ts';

/** A row of the tree at the left: a section, a table or a field. */
export type OutlineRow = {
  /** Names the row in the address. */
  key: string;
  kind: 'section' | 'table' | 'field';
  path: YamlPath;
  depth: number;
  name: string;
  /** The type of a field, the number of entries of a section. */
  note: string;
  section?: Section;
};

type Box = Record<string, unknown>;
const boxOf = (value: unknown): Box =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Box) : {};
export const entriesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
};

/** How an entry is called in lists. */
export const nameOf = (entry: unknown, names: readonly string[]): string =>
  names.map((name) => textOf(boxOf(entry)[name])).find(Boolean) ?? formTexts.noName;

export const keyOfPath = (path: YamlPath): string => path.join('.');

/** Sections, then tables with their fields. */
export function outlineOf(model: unknown, sections: readonly Section[]): OutlineRow[] {
  const rows = sections.map((section): OutlineRow => {
    const count = section.list === undefined ? 0 : entriesOf(valueAt(model, section.path)).length;
    return {
      key: section.key,
      kind: 'section',
      path: section.path,
      depth: 0,
      name: section.name,
      note: count === 0 ? '' : String(count),
      section,
    };
  });
  entriesOf(valueAt(model, ['schema'])).forEach((table, index) => {
    const path = ['schema', index];
    const { properties } = boxOf(table);
    const note = String(entriesOf(properties).length);
    const name = nameOf(table, ['name']);
    rows.push({ key: keyOfPath(path), kind: 'table', path, depth: 0, name, note });
    addFields(rows, properties, [...path, 'properties'], 1);
  });
  return rows;
}

function addFields(rows: OutlineRow[], fields: unknown, path: YamlPath, depth: number): void {
  entriesOf(fields).forEach((field, index) => {
    const { properties, items, logicalType, physicalType } = boxOf(field);
    const own = [...path, index];
    const note = textOf(logicalType ?? physicalType);
    rows.push({
      key: keyOfPath(own),
      kind: 'field',
      path: own,
      depth,
      name: nameOf(field, ['name']),
      note,
    });
    addFields(rows, properties, [...own, 'properties'], depth + 1);
    addFields(rows, boxOf(items)['properties'], [...own, 'items', 'properties'], depth + 1);
  });
}

/** Members of an object that the form does not show. */
export function otherMembers(value: unknown, known: readonly string[]): string[] {
  return Object.keys(boxOf(value)).filter((key) => !known.includes(key));
}
