import { facts, objectIn, textOf, textsOf } from '../../lib/json/facts.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import { logicalTypeOfColumn } from '../ingestion/column-types.ts';
import type { ScannedColumn } from '../ingestion/scanned-asset.ts';

/** A table, file or topic that a drafted contract describes. */
export type DraftTable = {
  name: string;
  /** As in `info.type` of assets, without the platform, e.g. `table`. */
  kind: string;
  /** The platform whose names of types the columns have, e.g. `postgres`. */
  source: string;
  description?: string | undefined;
  tags?: readonly string[] | undefined;
  columns: readonly ScannedColumn[];
};

export type DraftAbout = { id: string; name?: string | undefined; ownerId: string };

/** A contract to begin with, and what its author should know about it. */
export type ContractDraft = { contract: JsonObject; notes: string[] };

/** Logical types of ODCS 3.1; maps and vectors came with 3.2. */
const logicalTypes31 = new Set([
  'string',
  'integer',
  'number',
  'boolean',
  'date',
  'timestamp',
  'time',
  'object',
  'array',
]);

/** Drafts an ODCS contract with a schema for each table: types, keys, allowed values and references as the platform has them. */
export function draftContract(
  tables: readonly DraftTable[],
  { id, name, ownerId }: DraftAbout,
): ContractDraft {
  const names = new Set(tables.map((table) => table.name));
  const contract: JsonObject = {
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id,
    name: name ?? tables[0]?.name ?? id,
    version: '0.1.0',
    status: 'draft',
    team: { name: ownerId },
    schema: tables.map((table) => toSchema(table, names)),
  };
  return { contract, notes: notesOn(tables) };
}

function toSchema(table: DraftTable, names: ReadonlySet<string>): JsonObject {
  const keys = table.columns.filter(({ primaryKey }) => primaryKey === true);
  return {
    ...facts({
      name: table.name,
      physicalName: table.name,
      physicalType: table.kind,
      description: table.description?.trim(),
      tags: [...(table.tags ?? [])],
    }),
    properties: table.columns.map((column) => ({
      ...toProperty(column, table.source, names),
      ...(column.primaryKey === true && {
        primaryKey: true,
        primaryKeyPosition: keys.indexOf(column) + 1,
      }),
    })),
  };
}

function toProperty(column: ScannedColumn, source: string, names: ReadonlySet<string>): JsonObject {
  const { name, type, description, required, unique, properties, items } = column;
  const custom = objectIn(column.custom);
  return {
    name,
    ...facts({
      description: description?.trim(),
      logicalType: shownType(column, source),
      physicalType: type,
      required: required === true ? true : undefined,
      unique: unique === true ? true : undefined,
      tags: textsOf(custom['tags']),
      relationships: referencesOf(textOf(custom['references']), names),
      quality: allowedValues(custom['acceptedValues']),
    }),
    ...(properties && { properties: properties.map((each) => toProperty(each, source, names)) }),
    ...(items && { items: toProperty(items, source, names) }),
  };
}

/** Databases without a type for integers write them as numbers without decimals. */
const isWhole = (type: string): boolean =>
  /^(?:number|numeric|decimal)\(\d+, *0\)$/i.test(type.trim());

/** The logical type in ODCS 3.1; undefined where it has none. */
function shownType({ type, properties, items }: ScannedColumn, source: string): string | undefined {
  if (properties !== undefined) return 'object';
  if (items !== undefined) return 'array';
  const known = isWhole(type) ? 'integer' : logicalTypeOfColumn(source, type);
  return known !== undefined && logicalTypes31.has(known) ? known : undefined;
}

/** A reference is drafted only to a table of the same contract: `orders.order_id`, with dbt's package before it or not. */
function referencesOf(
  reference: string | undefined,
  names: ReadonlySet<string>,
): JsonObject[] | undefined {
  const [table, column] = reference?.split('.').slice(-2) ?? [];
  if (table === undefined || column === undefined || !names.has(table)) return undefined;
  return [{ type: 'foreignKey', to: `${table}.${column}` }];
}

function allowedValues(values: Json | undefined): JsonObject[] | undefined {
  if (!Array.isArray(values) || values.length === 0) return undefined;
  return [
    { type: 'library', metric: 'invalidValues', mustBe: 0, arguments: { validValues: values } },
  ];
}

function notesOn(tables: readonly DraftTable[]): string[] {
  const empty = tables.filter(({ columns }) => columns.length === 0).map(({ name }) => name);
  const unknown = tables.flatMap((table) =>
    table.columns
      .filter((column) => shownType(column, table.source) === undefined)
      .map(({ name, type }) => `${table.name}.${name} (${type})`),
  );
  return [
    'The contract has no server yet: add the one that has these tables, so that it can be tested.',
    ...(empty.length > 0 ? [`No columns are known of ${empty.join(', ')}: write them down.`] : []),
    ...(unknown.length > 0
      ? [
          `These columns have no logical type of ODCS 3.1, only their physical one: ${unknown.join(', ')}.`,
        ]
      : []),
  ];
}
