import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { typeSystems } from '../../../domain/dialects/type-systems.ts';
import type { ContractModel } from '../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, GenerationOptions, Generator } from '../generator.ts';
import { noteInexactBounds } from '../shapes/inexact-bounds.ts';
import { fileStem } from '../shapes/names.ts';
import { createNotes } from '../shapes/notes.ts';
import {
  columnComment,
  descriptionStatements,
  preludeOf,
  tableComment,
} from './sql-ddl-comments.ts';
import {
  checkLines,
  columnList,
  indexStatements,
  keyLines,
  laterChecks,
} from './sql-ddl-constraints.ts';
import { foreignKeysOf, inOrder, withFittingTypes } from './sql-ddl-foreign-keys.ts';
import type { ForeignKey } from './sql-ddl-foreign-keys.ts';
import { fitKeyTypes, fitRows } from './sql-ddl-key-types.ts';
import { storageOf } from './sql-ddl-storage.ts';
import { noteContract, noteTable, sqlHeader } from './sql-ddl-words.ts';
import { isNullable, tablesOf } from './sql-ddl-tables.ts';
import type { DdlColumn, DdlTable, Script } from './sql-ddl-tables.ts';

/** Dialects of scripts, the default first. */
export const sqlDialects = Object.keys(typeSystems) as readonly TypeDialect[];

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
  script.listed.finish(notes);
  noteContract(notes, contract);
  noteInexactBounds(contract, notes);
  for (const table of tables) noteTable(script, table);
  const lines = [...preludeOf(script, statements), ...statements].map((sql) => `${sql};`);
  const content = `${[...sqlHeader(contract, dialect), ...lines].join('\n')}\n`;
  return [
    {
      filename: `${fileStem(contract.id, 'contract')}.sql`,
      language: 'sql',
      // SQL*Plus asks for the value of what stands behind this sign.
      content:
        dialect === 'oracle' && content.includes('&') ? `SET DEFINE OFF;\n${content}` : content,
      metadata: {
        notes: notes.list(),
        dialect,
        ...(options.server && { serverType: options.server.type }),
      },
    },
  ];
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
  const targets = new Set(keys.flatMap(({ to }) => to));
  return [
    ...ordered.flatMap((table) => [
      createTable(script, table, { inside: inside.get(table) ?? [], targets }),
      ...indexStatements(script, table, targets),
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

function foreignKey({ grammar }: Script, { from, to, target }: ForeignKey): string {
  const behind = grammar.foreignKey?.behind ?? '';
  return `FOREIGN KEY (${columnList(from)}) REFERENCES ${target.sql} (${columnList(to)})${behind}`;
}

type Keys = { inside: readonly ForeignKey[]; targets: ReadonlySet<DdlColumn> };

function createTable(script: Script, table: DdlTable, { inside, targets }: Keys): string {
  const { dialect } = script;
  const { clauses, moved } = storageOf(script, table);
  const inTable = table.columns.filter((column) => !moved.includes(column));
  const lines = [
    ...inTable.map((column) => columnLine(script, column)),
    ...keyLines(script, table, targets),
    ...inside.map((key) => foreignKey(script, key)),
    ...checkLines(script, table),
  ];
  const comment = tableComment(script, table);
  const partitions = moved.map((column) => columnLine(script, column)).join(', ');
  // The server's own may not take every text, and would not tell 'OPEN' from 'open'.
  const texts = ['DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'];
  const behind = {
    athena: [
      ...comment,
      ...(moved.length > 0 ? [`PARTITIONED BY (${partitions})`] : []),
      ...clauses,
    ],
    trino: [...comment, ...clauses],
    mysql: [...texts, ...clauses, ...comment],
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
    if (isNullable(script, column)) return { type: `Nullable(${type})`, constraint: '' };
    if (!isRequired) script.notes.add(column.where, 'is empty instead of null');
    return { type, constraint: '' };
  }
  if (isRequired) return { type, constraint: notNull(script, column) };
  // Older servers give a timestamp a default otherwise.
  const isOdd = script.dialect === 'mysql' && type.startsWith('timestamp');
  return { type, constraint: isOdd ? ' NULL' : '' };
}

function notNull({ dialect, grammar, listed }: Script, column: DdlColumn): string {
  const isArray = dialect === 'bigquery' && column.type.startsWith('ARRAY');
  if (grammar.notNull && !isArray) return ' NOT NULL';
  listed.add(column, isArray ? 'arrays are never null' : 'required, which is not checked');
  return '';
}
