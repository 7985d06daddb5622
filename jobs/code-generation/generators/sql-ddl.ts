import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import type { ContractModel } from '../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, GenerationOptions, Generator } from '../generator.ts';
import { fileStem } from '../shapes/names.ts';
import { createNotes } from '../shapes/notes.ts';
import { checksOf } from './sql-ddl-checks.ts';
import {
  columnComment,
  descriptionStatements,
  preludeOf,
  tableComment,
} from './sql-ddl-comments.ts';
import { foreignKeysOf, inOrder, withFittingTypes } from './sql-ddl-foreign-keys.ts';
import type { ForeignKey } from './sql-ddl-foreign-keys.ts';
import { fitKeyTypes, fitRows } from './sql-ddl-key-types.ts';
import { storageOf } from './sql-ddl-storage.ts';
import { tablesOf } from './sql-ddl-tables.ts';
import type { DdlColumn, DdlTable, Script } from './sql-ddl-tables.ts';

/** Dialects of scripts, the default first. */
export const sqlDialects: readonly TypeDialect[] = [
  'postgres',
  'mysql',
  'snowflake',
  'bigquery',
  'databricks',
  'redshift',
  'sqlserver',
  'trino',
  'duckdb',
  'oracle',
  'clickhouse',
  'athena',
];

/** Tables, keys, checks and comments as one script. */
export const sqlDdl: Generator = {
  type: 'sql-ddl',
  title: 'SQL tables',
  description: 'CREATE TABLE statements with keys, checks and comments, one script for all tables',
  languages: ['sql'],
  dialects: sqlDialects,
  variants: [],
  generate,
};

function generate(contract: ContractModel, options: GenerationOptions): GeneratedFile[] {
  const dialect = options.dialect ?? 'postgres';
  const notes = createNotes();
  const { script, tables } = tablesOf(contract, { dialect, server: options.server, notes });
  const statements = statementsOf(script, tables);
  noteRest(script, contract);
  const lines = [...preludeOf(script, statements), ...statements].map((sql) => `${sql};`);
  return [
    {
      filename: `${fileStem(contract.id, 'contract')}.sql`,
      language: 'sql',
      content: `${[...sqlHeader(contract, dialect), ...lines].join('\n')}\n`,
      metadata: {
        notes: notes.list(),
        dialect,
        ...(options.server && { serverType: options.server.type }),
      },
    },
  ];
}

/** Comments in front of a script; nothing in an id ends their line. */
export function sqlHeader({ id }: ContractModel, dialect: TypeDialect): string[] {
  const line = id.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 500);
  return [`-- Data Contract: ${line}`.trimEnd(), `-- SQL Dialect: ${dialect}`];
}

function noteRest({ notes }: Script, { tables }: ContractModel): void {
  if (tables.length === 0) notes.add('schema', 'the contract has no tables');
  for (const { name, physicalType, quality, properties } of tables) {
    if (/view/i.test(physicalType ?? '')) notes.add(name, 'is a view; written as a table');
    const rules = quality.length + properties.reduce((sum, { quality }) => sum + quality.length, 0);
    if (rules > 0) notes.add(name, `its ${rules} quality rules are no part of a table`);
  }
}

function statementsOf(script: Script, all: DdlTable[]): string[] {
  // Only Postgres has tables without columns, and nobody can use them.
  const tables = all.filter(({ columns }) => columns.length > 0);
  for (const { columns, where } of all) {
    if (columns.length === 0) script.notes.add(where, 'has no properties; left out');
  }
  const wanted = foreignKeysOf(script, tables);
  fitKeyTypes(script, tables, wanted);
  const keys = withFittingTypes(script, wanted);
  const inKeys = new Set([
    ...tables.flatMap(({ primaryKey, unique }) => [...primaryKey, ...unique]),
    ...keys.flatMap(({ from }) => from),
  ]);
  for (const table of tables) fitRows(script, table, inKeys);
  const ordered = inOrder(tables, keys);
  const { inside, later } = divide(script, ordered, keys);
  return [
    ...ordered.flatMap((table) => [
      createTable(script, table, inside.get(table) ?? []),
      ...laterChecks(script, table),
      ...descriptionStatements(script, table),
    ]),
    ...later.map((key) => `ALTER TABLE ${key.table.sql} ADD ${foreignKey(script, key)}`),
  ];
}

/** Keys to tables that stand in front go into the table, those of circles behind all tables. */
function divide(
  { grammar, notes }: Script,
  tables: readonly DdlTable[],
  keys: readonly ForeignKey[],
): { inside: Map<DdlTable, ForeignKey[]>; later: ForeignKey[] } {
  const places = new Map(tables.map((table, index) => [table, index]));
  const inside = new Map<DdlTable, ForeignKey[]>();
  const later: ForeignKey[] = [];
  const isLater = grammar.foreignKey?.isLater === true;
  for (const key of keys) {
    const distance = (places.get(key.table) ?? 0) - (places.get(key.target) ?? 0);
    if (distance > 0 || (distance === 0 && !isLater)) {
      inside.set(key.table, [...(inside.get(key.table) ?? []), key]);
    } else if (isLater) later.push(key);
    else notes.add(key.where, `no foreign key to ${key.target.table.name}, which comes later`);
  }
  return { inside, later };
}

const list = (columns: readonly DdlColumn[]): string => columns.map(({ sql }) => sql).join(', ');

function foreignKey({ grammar }: Script, { from, to, target }: ForeignKey): string {
  const behind = grammar.foreignKey?.behind ?? '';
  return `FOREIGN KEY (${list(from)}) REFERENCES ${target.sql} (${list(to)})${behind}`;
}

function createTable(script: Script, table: DdlTable, keys: readonly ForeignKey[]): string {
  const { dialect } = script;
  const { clauses, moved } = storageOf(script, table);
  const inTable = table.columns.filter((column) => !moved.includes(column));
  const lines = [
    ...inTable.map((column) => columnLine(script, column)),
    ...keyLines(script, table),
    ...keys.map((key) => foreignKey(script, key)),
    ...checkLines(script, table),
  ];
  const comment = tableComment(script, table);
  const partitions = moved.map((column) => columnLine(script, column)).join(', ');
  const behind = {
    athena: [
      ...comment,
      ...(moved.length > 0 ? [`PARTITIONED BY (${partitions})`] : []),
      ...clauses,
    ],
    trino: [...comment, ...clauses],
  }[dialect as string] ?? [...clauses, ...comment];
  const create = dialect === 'athena' ? 'CREATE EXTERNAL TABLE' : 'CREATE TABLE';
  const body = lines.map((line) => `  ${line}`).join(',\n');
  return [`${create} ${table.sql} (\n${body}\n)`, ...behind].join('\n');
}

function columnLine(script: Script, column: DdlColumn): string {
  const { type, constraint } = typeOf(script, column);
  return `${column.sql} ${type}${constraint}${columnComment(script, column)}`;
}

/** The type with what says whether null is a value. */
function typeOf(script: Script, column: DdlColumn): { type: string; constraint: string } {
  const { type, isRequired } = column;
  if (script.dialect === 'clickhouse') {
    const isPlain = isRequired || /^(?:Array|Map|Tuple|JSON)/.test(type);
    return { type: isPlain ? type : `Nullable(${type})`, constraint: '' };
  }
  if (isRequired) return { type, constraint: notNull(script, column) };
  // Older servers give a timestamp a default otherwise.
  const isOdd = script.dialect === 'mysql' && type.startsWith('timestamp');
  return { type, constraint: isOdd ? ' NULL' : '' };
}

function notNull({ dialect, grammar, notes }: Script, { type, where }: DdlColumn): string {
  const isArray = dialect === 'bigquery' && type.startsWith('ARRAY');
  if (grammar.notNull && !isArray) return ' NOT NULL';
  notes.add(where, isArray ? 'arrays are never null' : 'required, which is not checked');
  return '';
}

function keyLines(script: Script, { primaryKey, unique, where }: DdlTable): string[] {
  const { grammar, notes, dialect } = script;
  const lines: string[] = [];
  if (primaryKey.length > 0 && grammar.primaryKey) {
    lines.push(`PRIMARY KEY (${list(primaryKey)})${grammar.primaryKey.behind}`);
  } else if (primaryKey.length > 0 && dialect !== 'clickhouse') {
    notes.add(where, 'the primary key is not declared');
  } else if (primaryKey.length > 0)
    notes.add(where, 'the primary key orders rows and is not unique');
  for (const column of unique) {
    if (grammar.unique) lines.push(`UNIQUE (${column.sql})${grammar.unique.behind}`);
    else notes.add(column.where, 'unique, which is not declared');
  }
  return lines;
}

function checkLines(script: Script, table: DdlTable): string[] {
  const { check } = script.grammar;
  if (check === 'later') return [];
  const checks = table.columns.flatMap((column) => checksOf(script, column));
  return checks.map((sql, index) =>
    check === 'named' ? `CONSTRAINT check_${index + 1} CHECK (${sql})` : `CHECK (${sql})`,
  );
}

function laterChecks(script: Script, table: DdlTable): string[] {
  if (script.grammar.check !== 'later') return [];
  const checks = table.columns.flatMap((column) => checksOf(script, column));
  return checks.map(
    (sql, index) => `ALTER TABLE ${table.sql} ADD CONSTRAINT check_${index + 1} CHECK (${sql})`,
  );
}
