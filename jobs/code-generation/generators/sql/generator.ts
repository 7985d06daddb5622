import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, GenerationOptions, Generator } from '../../generator.ts';
import * as catalogue from '../catalogue.ts';
import { noteInexactBounds } from '../../shapes/inexact-bounds.ts';
import { contractStem } from '../../shapes/names.ts';
import { createNotes } from '../../shapes/notes.ts';
import { columnComment, descriptionStatements, preludeOf, tableComment } from './comments.ts';
import { checkLines, columnList, indexStatements, keyLines, laterChecks } from './constraints.ts';
import { foreignKeysOf, inOrder, withFittingTypes } from './foreign-keys.ts';
import type { ForeignKey } from './foreign-keys.ts';
import { fitKeyTypes, fitRows } from './key-types.ts';
import { storageOf } from './storage.ts';
import { schemaStatements } from './schemas.ts';
import { noteContract, noteTable, sqlHeader } from './contract-notes.ts';
import { isNullable, tablesOf } from './tables.ts';
import type { DdlColumn, DdlTable, Script } from './tables.ts';

/** Tables, keys, checks and comments as one script. */
export const sqlDdl: Generator<'sql-ddl'> = { ...catalogue.sqlDdl, generate };

function generate(contract: ContractModel, options: GenerationOptions): GeneratedFile[] {
  const dialect = options.dialect ?? 'postgres';
  const notes = createNotes();
  const { script, tables } = tablesOf(contract, { dialect, server: options.server, notes });
  const statements = statementsOf(script, tables);
  noteContract(notes, contract);
  noteInexactBounds(contract, notes);
  for (const table of tables) noteTable(script, table);
  const lines = [...preludeOf(script, statements), ...statements].map((sql) => `${sql};`);
  const content = `${[...sqlHeader(contract, dialect), ...lines].join('\n')}\n`;
  return [
    {
      filename: `${contractStem(contract)}.sql`,
      language: 'sql',
      content: `${content.includes('&') ? ampersandSetting(script) : ''}${content}`,
      metadata: {
        ...notes.list(),
        dialect,
        ...(options.server && { serverType: options.server.type }),
      },
    },
  ];
}

function ampersandSetting({ grammar: { keepsAmpersands } }: Script): string {
  return keepsAmpersands === undefined ? '' : `${keepsAmpersands};\n`;
}

function statementsOf(script: Script, all: DdlTable[]): string[] {
  // A table without columns is of no use, and only Postgres allows it.
  const tables = all.filter(({ columns }) => columns.length > 0);
  for (const { columns, where } of all) {
    if (columns.length === 0) script.notes.warn(where, 'has no properties; left out');
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
    ...schemaStatements(script, ordered),
    ...ordered.flatMap((table) => [
      createTable(script, table, { inside: inside.get(table) ?? [], targets }),
      ...indexStatements(script, table, targets),
      ...laterChecks(script, table),
      ...descriptionStatements(script, table),
    ]),
    ...later.map((key) => `ALTER TABLE ${key.table.sql} ADD ${foreignKey(script, key)}`),
  ];
}

/** Divides foreign keys: keys to earlier tables go into CREATE TABLE, keys of cycles follow all tables. */
function divide(
  { grammar, notes }: Script,
  tables: readonly DdlTable[],
  keys: readonly ForeignKey[],
): { inside: Map<DdlTable, ForeignKey[]>; later: ForeignKey[] } {
  const positions = new Map(tables.map((table, index) => [table, index]));
  const inside = new Map<DdlTable, ForeignKey[]>();
  const later: ForeignKey[] = [];
  const isLater = grammar.foreignKey?.isLater === true;
  for (const key of keys) {
    const distance = (positions.get(key.table) ?? 0) - (positions.get(key.target) ?? 0);
    if (distance > 0 || (distance === 0 && !isLater)) {
      inside.set(key.table, [...(inside.get(key.table) ?? []), key]);
    } else if (isLater) later.push(key);
    else
      notes.warn(key.where, 'no foreign key to {}', `${key.target.table.name}, which comes later`);
  }
  return { inside, later };
}

function foreignKey({ grammar }: Script, { from, to, target }: ForeignKey): string {
  const suffix = grammar.foreignKey?.suffix ?? '';
  return `FOREIGN KEY (${columnList(from)}) REFERENCES ${target.sql} (${columnList(to)})${suffix}`;
}

type Keys = { inside: readonly ForeignKey[]; targets: ReadonlySet<DdlColumn> };

function createTable(script: Script, table: DdlTable, { inside, targets }: Keys): string {
  const { createTable: create = 'CREATE TABLE', ...grammar } = script.grammar;
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
  const storage = [...(moved.length > 0 ? [`PARTITIONED BY (${partitions})`] : []), ...clauses];
  const body = lines.map((line) => `  ${line}`).join(',\n');
  return [
    `${create} ${table.sql} (\n${body}\n)`,
    ...(grammar.tableOptions === undefined ? [] : [grammar.tableOptions]),
    ...(grammar.commentFirst === true ? [...comment, ...storage] : [...storage, ...comment]),
  ].join('\n');
}

function columnLine(script: Script, column: DdlColumn): string {
  const { type, constraint } = typeOf(script, column);
  return `${column.sql} ${type}${constraint}${columnComment(script, column)}`;
}

/** The type of a column and its null constraint. */
function typeOf(script: Script, column: DdlColumn): { type: string; constraint: string } {
  const { type, isRequired } = column;
  if (script.grammar.nullableTypes === true) {
    if (isNullable(script, column)) return { type: `Nullable(${type})`, constraint: '' };
    if (!isRequired) script.notes.warn(column.where, 'is empty instead of null');
    return { type, constraint: '' };
  }
  if (isRequired) return { type, constraint: notNull(script, column) };
  return { type, constraint: script.grammar.needsNull?.test(type) === true ? ' NULL' : '' };
}

function notNull({ grammar, notes }: Script, column: DdlColumn): string {
  const isNever = grammar.neverNull?.test(column.type) === true;
  if (grammar.notNull && !isNever) return ' NOT NULL';
  if (isNever) notes.warn(column.where, 'arrays are never null');
  else notes.add(column.where, '{} not checked', 'required');
  return '';
}
