import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { quoteIdentifier } from '../../../../domain/dialects/names/quote.ts';
import { foldsNames } from '../../../../domain/dialects/names/reserved-words.ts';
import { sqlName } from '../../../../domain/dialects/names/sql-text.ts';
import { typeSystems } from '../../../../domain/dialects/types/type-systems.ts';
import type {
  ContractModel,
  ContractServer,
  ContractTable,
} from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, GenerationOptions, Generator } from '../../generator.ts';
import * as catalogue from '../catalogue.ts';
import { createFileScope, contractStem, fileStem } from '../../shapes/names.ts';
import { plainLines, tableDocumentation } from '../../shapes/documentation.ts';
import { createNotes } from '../../shapes/notes.ts';
import type { Notes } from '../../shapes/notes.ts';
import { createColumnNames, createTableNames } from './names.ts';
import { noteComputed, noteContract, sqlHeader } from './contract-notes.ts';
import { fileRelation } from './files.ts';
import { qualifierOf, splitName } from './table-location.ts';

/** One query per table that names its columns. */
export const sqlSelect: Generator<'sql-select'> = { ...catalogue.sqlSelect, generate };

/** Plain names mean the tables that were created under plain names, where the dialect folds names. */
function quoted(dialect: TypeDialect, name: string): string {
  return foldsNames(dialect) ? sqlName(dialect, name) : quoteIdentifier(name, dialect);
}

function generate(contract: ContractModel, options: GenerationOptions): GeneratedFile[] {
  const dialect = options.dialect ?? 'postgres';
  const files = createFileScope();
  const names = createTableNames(dialect, options.server, createNotes());
  const header = sqlHeader(contract, dialect);
  const written = contract.tables.map((table): GeneratedFile => {
    const notes = createNotes();
    const taken = names.take(table);
    if (taken.name !== splitName(table, options.server).name) {
      notes.warn(table.name, `is called ${taken.name} here`);
    }
    noteContract(notes, contract);
    noteComputed(notes, table.name, table.computed);
    const query = { dialect, notes, table };
    const comments = tableDocumentation(table).map((line) => `-- ${line}`.trimEnd());
    const lines = [
      ...header,
      ...comments,
      'SELECT',
      ...columnLines(query),
      `FROM ${relationOf(query, taken, options.server)}`,
    ];
    return {
      filename: `${files.take(fileStem(table.name, 'table'))}.sql`,
      language: 'sql',
      content: `${lines.join('\n')}\n`,
      metadata: { ...notes.list(), ...metadataOf(dialect, options) },
    };
  });
  return written.length > 0 ? written : [nothing(contract, dialect, options)];
}

type Query = { dialect: TypeDialect; notes: Notes; table: ContractTable };

/** Each column with its description, as far as it fits on the line. */
function columnLines({ dialect, notes, table }: Query): string[] {
  const { name: where, properties } = table;
  const names = createColumnNames(dialect, notes);
  if (properties.length === 0) {
    notes.warn(
      where,
      'has no properties; every column is selected, of a table that no script of the contract makes',
    );
    return ['    *'];
  }
  return properties.map(({ physicalName, name, description, businessName }, index) => {
    const sql = quoted(dialect, names.take(physicalName, `${where}.${name}`).name);
    const comma = index < properties.length - 1 ? ',' : '';
    const [line] = plainLines(description ?? businessName);
    return `    ${sql}${comma}${line === undefined ? '' : ` -- ${line}`}`;
  });
}

function relationOf(
  { dialect, notes, table }: Query,
  { name, schema }: { name: string; schema: string | undefined },
  server: ContractServer | undefined,
): string {
  const files =
    typeSystems[dialect].readsFiles === true && server
      ? fileRelation(server, table.physicalName)
      : undefined;
  if (files?.note !== undefined) notes.warn(table.name, files.note);
  return files?.sql ?? `${qualifierOf(dialect, server, schema)}${quoted(dialect, name)}`;
}

function metadataOf(dialect: TypeDialect, { server }: GenerationOptions): object {
  return { dialect, ...(server && { serverType: server.type }) };
}

function nothing(
  contract: ContractModel,
  dialect: TypeDialect,
  options: GenerationOptions,
): GeneratedFile {
  const notes = createNotes();
  noteContract(notes, contract);
  return {
    filename: `${contractStem(contract)}.sql`,
    language: 'sql',
    content: `${sqlHeader(contract, dialect).join('\n')}\n`,
    metadata: { ...notes.list(), ...metadataOf(dialect, options) },
  };
}
