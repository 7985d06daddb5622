import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { quoteIdentifier } from '../../../domain/dialects/quote.ts';
import { sqlName } from '../../../domain/dialects/sql-text.ts';
import type {
  ContractModel,
  ContractServer,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, GenerationOptions, Generator } from '../generator.ts';
import { createFileScope, fileStem } from '../shapes/names.ts';
import { plainLines, tableDocumentation } from '../shapes/documentation.ts';
import { createNotes } from '../shapes/notes.ts';
import type { Notes } from '../shapes/notes.ts';
import { createColumnNames, createTableNames } from './sql-ddl-names.ts';
import { noteComputed, noteContract, sqlHeader } from './sql-ddl-words.ts';
import { sqlDialects } from './sql-ddl.ts';
import { fileRelation } from './sql-files.ts';
import { placeOf, splitName } from './sql-place.ts';

/** One query per table that names its columns. */
export const sqlSelect: Generator = {
  type: 'sql-select',
  title: 'SQL queries',
  description: 'SELECT statements that name every column, one file per table',
  languages: ['sql'],
  dialects: sqlDialects,
  variants: [],
  generate,
};

/** These fold names without quotation marks to capitals: plain names mean what tables were created with. */
const folding: ReadonlySet<TypeDialect> = new Set(['snowflake', 'oracle']);

function quoted(dialect: TypeDialect, name: string): string {
  return folding.has(dialect) ? sqlName(dialect, name) : quoteIdentifier(name, dialect);
}

function generate(contract: ContractModel, options: GenerationOptions): GeneratedFile[] {
  const dialect = options.dialect ?? 'postgres';
  const files = createFileScope();
  const names = createTableNames(dialect, createNotes());
  const header = sqlHeader(contract, dialect);
  const written = contract.tables.map((table): GeneratedFile => {
    const notes = createNotes();
    const taken = names.take(table);
    if (taken.name !== splitName(table.physicalName).name) {
      notes.add(table.name, `is called ${taken.name} here`);
    }
    noteContract(notes, contract);
    noteComputed(notes, table.name, table.computed);
    const query = { dialect, notes, table };
    const words = tableDocumentation(table).map((line) => `-- ${line}`.trimEnd());
    const lines = [
      ...header,
      ...words,
      'SELECT',
      ...columnLines(query),
      `FROM ${relationOf(query, taken, options.server)}`,
    ];
    return {
      filename: `${files.take(fileStem(table.name, 'table'))}.sql`,
      language: 'sql',
      content: `${lines.join('\n')}\n`,
      metadata: { notes: notes.list(), ...metadataOf(dialect, options) },
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
    notes.add(
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
    dialect === 'duckdb' && server ? fileRelation(server, table.physicalName) : undefined;
  if (files?.note !== undefined) notes.add(table.name, files.note);
  return files?.sql ?? `${placeOf(dialect, server, schema)}${quoted(dialect, name)}`;
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
    filename: `${fileStem(contract.id, 'contract')}.sql`,
    language: 'sql',
    content: `${sqlHeader(contract, dialect).join('\n')}\n`,
    metadata: { notes: notes.list(), ...metadataOf(dialect, options) },
  };
}
