import type { YamlPath } from '../../../lib/yaml/edits.ts';
import { formTexts } from '../../../texts/studio/editor-form.ts';
import type { ErField } from '../../contracts/schema/er-model.ts';
import { boxOf } from '../form/outline.ts';
import type { Box } from '../form/outline.ts';

/** A table or column of the text, with the names by which others refer to it. */
export type Named = { box: Box; name: string; names: readonly string[]; at: YamlPath };
export type TextTable = Named & { columns: readonly Named[]; fields: readonly ErField[] };

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((each) => textOf(each) ?? []);

/** Aliases may repeat a part often; what is beyond these is only in the text. */
const maxFields = 20_000;
const maxDepth = 20;

/** The tables of a contract of any standard: `schema`, `dataset` of ODCS 2, `models` of the older specification. */
export function readTables(model: unknown): TextTable[] {
  const root = boxOf(model);
  const member = ['schema', 'dataset', 'models'].find((key) => root[key] !== undefined);
  if (member === undefined) return [];
  return partsOf(root[member], [member]).map((table) => {
    const columns = columnsOf(table);
    const keys = textsOf(table.box['primaryKey']);
    const fields: ErField[] = [];
    for (const column of columns) addField(fields, column, { path: column.name, depth: 0, keys });
    return { ...table, columns, fields };
  });
}

/** Entries of a list with their names in them, or members of a map that are named by their keys. */
function partsOf(value: unknown, at: YamlPath): Named[] {
  const isList = Array.isArray(value);
  const entries: [string | number, unknown][] = isList
    ? [...value.entries()]
    : Object.entries(boxOf(value));
  return entries.flatMap(([key, entry]) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const box = boxOf(entry);
    const names = isList
      ? ['name', 'table', 'column', 'physicalName', 'id'].flatMap((each) => textOf(box[each]) ?? [])
      : [String(key)];
    return [{ box, names, name: names[0] ?? formTexts.noName, at: [...at, key] }];
  });
}

function columnsOf({ box, at }: Pick<Named, 'box' | 'at'>): Named[] {
  const member = ['properties', 'columns', 'fields'].find((key) => box[key] !== undefined);
  return member === undefined ? [] : partsOf(box[member], [...at, member]);
}

type Place = { path: string; depth: number; keys: readonly string[] };

/** Adds a field, and after it those that are within it. */
function addField(fields: ErField[], part: Named, { path, depth, keys }: Place): void {
  if (fields.length >= maxFields || depth > maxDepth) return;
  const { box, name, at } = part;
  const flags = [box['primaryKey'], box['primary'], box['isPrimaryKey'], keys.includes(name)];
  fields.push({
    path,
    name,
    depth,
    at,
    primaryKey: flags.includes(true),
    physicalType: textOf(box['physicalType']),
    logicalType: textOf(box['logicalType']) ?? textOf(box['type']),
  });
  for (const inner of columnsOf(part)) {
    addField(fields, inner, { path: `${path}.${inner.name}`, depth: depth + 1, keys: [] });
  }
  if (box['items'] === undefined) return;
  const items = { box: boxOf(box['items']), name, names: [], at: [...at, 'items'] };
  addField(fields, items, { path: `${path}[]`, depth: depth + 1, keys: [] });
}
