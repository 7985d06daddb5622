import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import type {
  ContractModel,
  ContractProperty,
} from '../../../domain/standards/odcs/contract-model.ts';
import { plainLines } from '../shapes/documentation.ts';
import type { Notes } from '../shapes/notes.ts';
import { noteAroundTables, noteFurtherMembers } from '../shapes/placeless.ts';
import type { DdlColumn, DdlTable, Script } from './sql-ddl-tables.ts';
import { countKeptRules } from './sql-ddl-values.ts';
import { openVectorTexts } from './sql-ddl-vectors.ts';

/** Comments in front of a script; nothing in a contract ends their line. */
export function sqlHeader(contract: ContractModel, dialect: TypeDialect): string[] {
  const { id, description, tags } = contract;
  const line = id.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 500);
  const { purpose, usage, limitations } = description;
  const words = [
    ...commentLines('Purpose', purpose),
    ...commentLines('Usage', usage),
    ...commentLines('Limitations', limitations),
    ...commentLines('Tags', tags.length > 0 ? tags.join(', ') : undefined),
  ];
  return [`-- Data Contract: ${line}`.trimEnd(), `-- SQL Dialect: ${dialect}`, ...words];
}

function commentLines(name: string, text: string | undefined): string[] {
  return plainLines(text).map((line, index) =>
    (index === 0 ? `-- ${name}: ${line}` : `--   ${line}`).trimEnd(),
  );
}

const saidInHeader = [
  ...(['description.purpose', 'description.usage', 'description.limitations'] as const),
  'tags' as const,
];

type Named = { description: string | undefined; businessName: string | undefined };

/** A comment is the description, and the business name where there is none. */
const hidesName = ({ description, businessName }: Named): boolean =>
  description !== undefined && businessName !== undefined;

function hidesNameInside(property: ContractProperty): boolean {
  const { properties, items, map } = property;
  const inside = [...properties, items, map?.key, map?.value].filter((one) => one !== undefined);
  return hidesName(property) || inside.some(hidesNameInside);
}

/** Says what of a contract has no place in tables or queries. */
export function noteContract(notes: Notes, contract: ContractModel): void {
  const { tables, slaProperties } = contract;
  noteAroundTables(contract, notes, saidInHeader);
  noteFurtherMembers(contract, notes);
  if (tables.some((table) => hidesName(table) || table.properties.some(hidesNameInside)))
    notes.add('tables and properties', 'businessName has no place beside a description');
  if (tables.length === 0) notes.add('schema', 'the contract has no tables');
  const names = [...new Set(slaProperties.map(({ property }) => property))];
  if (names.length > 0) notes.add('slaProperties', `have no place: ${names.join(', ')}`);
}

const notEnforced: ReadonlySet<TypeDialect> = new Set([
  'redshift',
  'snowflake',
  'bigquery',
  'databricks',
]);

/** Says what of a table has no place in its declaration. */
export function noteTable(script: Script, { table, columns, ...keys }: DdlTable): void {
  const { dialect, notes } = script;
  const { name, physicalType, quality, properties, computed } = table;
  if (/view/i.test(physicalType ?? '')) notes.add(name, 'is a view; written as a table');
  if (table.deprecated) notes.add(name, 'is deprecated, which has no place');
  const rules = [...properties, ...computed].reduce((sum, one) => sum + rulesOf(one), 0);
  const kept = columns.reduce((sum, column) => sum + countKeptRules(script, column), 0);
  const all = rules - kept + quality.length;
  const counted = all === 1 ? 'its quality rule is' : `its ${all} quality rules are`;
  if (all > 0) notes.add(name, `${counted} no part of a table`);
  noteComputed(notes, name, computed);
  if (notEnforced.has(dialect) && keys.primaryKey.length + keys.unique.length > 0) {
    notes.add(name, 'its keys are declared, but the platform does not enforce them');
  }
  for (const column of columns) noteColumn(notes, column);
}

function noteColumn(notes: Notes, column: DdlColumn): void {
  const { property, where } = column;
  const ofVector = openVectorTexts(column);
  if (ofVector.length > 0) notes.add(where, `no place for ${ofVector.join(', ')}`);
  if (property.deprecated) notes.add(where, 'is deprecated, which has no place');
  if (property.enumTexts.length > 0) {
    notes.add(where, 'labels and descriptions of its allowed values have no place');
  }
}

/** Says that measures and the like are no columns. */
export function noteComputed(
  notes: Notes,
  where: string,
  computed: readonly ContractProperty[],
): void {
  if (computed.length === 0) return;
  const names = computed.map(({ name }) => name).join(', ');
  notes.add(where, `what is computed is no column, so it is left out: ${names}`);
}

function rulesOf({ quality, properties, items, map }: ContractProperty): number {
  const inner = [...properties, items, map?.key, map?.value].filter((one) => one !== undefined);
  return inner.reduce((sum, one) => sum + rulesOf(one), quality.length);
}
