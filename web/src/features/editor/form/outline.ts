import { valueAt } from '../../../lib/yaml/edits.ts';
import type { YamlPath } from '../../../lib/yaml/edits.ts';
import { formTexts } from '../../../texts/studio/editor-form.ts';
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

export type Box = Readonly<Record<string, unknown>>;
export const boxOf = (value: unknown): Box =>
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

/** The path of a member as the server names it: `schema[0].name` or `/schema/0/name`. */
export const partOfField = (field: string): string =>
  field
    .replaceAll(/\[(\d+)\]/gu, '.$1')
    .replaceAll('/', '.')
    .replace(/^\./u, '');

const isWithin = (part: string, key: string): boolean => part === key || part.startsWith(`${key}.`);

/** The row of a key, or the one in which the member at a path is edited. */
export function rowAt(rows: readonly OutlineRow[], part = ''): OutlineRow | undefined {
  const named = rows.find(({ key }) => key === part);
  if (named !== undefined) return named;
  const around = rows
    .filter(({ path }) => path.length > 0 && isWithin(part, keyOfPath(path)))
    .toSorted((left, right) => right.path.length - left.path.length);
  const holdsMember = ({ path, section }: OutlineRow) =>
    path.length === 0 && section?.fields.some((field) => isWithin(part, keyOfPath(field.path)));
  return around[0] ?? rows.find(holdsMember) ?? rows[0];
}

/** The entry of a list that a path leads into. */
export function entryAt(part: string | undefined, list: YamlPath): number | undefined {
  const start = `${keyOfPath(list)}.`;
  if (part === undefined || !part.startsWith(start)) return undefined;
  const index = Number(part.slice(start.length).split('.')[0]);
  return Number.isInteger(index) ? index : undefined;
}

/** Where a part begins in the text. */
export function pathOfPart(rows: readonly OutlineRow[], part: string): YamlPath {
  const { path = [], section } = rows.find(({ key }) => key === part) ?? {};
  if (path.length > 0) return path;
  if (section !== undefined) return section.fields[0]?.path ?? [];
  return part.split('.').map((key) => (/^\d+$/u.test(key) ? Number(key) : key));
}

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
