import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { quoteIdentifier } from '../../../domain/dialects/quote.ts';
import { sqlName } from '../../../domain/dialects/sql-text.ts';
import type { ContractModel } from '../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile, GenerationOptions, Generator } from '../generator.ts';
import { createFileScope, fileStem } from '../shapes/names.ts';
import { createNotes } from '../shapes/notes.ts';
import { createSqlNames } from './sql-ddl-names.ts';
import { sqlDialects, sqlHeader } from './sql-ddl.ts';
import { placeOf } from './sql-place.ts';

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
  const { server } = options;
  const files = createFileScope();
  const place = server ? placeOf(dialect, server, 'queries') : '';
  const tableNames = createSqlNames(dialect, createNotes());
  const written = contract.tables.map((table): GeneratedFile => {
    const notes = createNotes();
    const names = createSqlNames(dialect, notes);
    const { name } = tableNames.take(table.physicalName, table.name);
    if (name !== table.physicalName) notes.add(table.name, `is called ${name} here`);
    const columns = table.properties.map(({ physicalName, name: logical }) =>
      quoted(dialect, names.take(physicalName, `${table.name}.${logical}`).name),
    );
    if (columns.length === 0) notes.add(table.name, 'has no properties; every column is selected');
    const list = columns.length === 0 ? '    *' : columns.map((sql) => `    ${sql}`).join(',\n');
    return {
      filename: `${files.take(fileStem(table.name, 'table'))}.sql`,
      language: 'sql',
      content: `SELECT\n${list}\nFROM ${place}${quoted(dialect, name)}\n`,
      metadata: { notes: notes.list(), ...metadataOf(dialect, options) },
    };
  });
  return written.length > 0 ? written : [nothing(contract, dialect, options)];
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
  notes.add('schema', 'the contract has no tables');
  return {
    filename: `${fileStem(contract.id, 'contract')}.sql`,
    language: 'sql',
    content: `${sqlHeader(contract, dialect).join('\n')}\n`,
    metadata: { notes: notes.list(), ...metadataOf(dialect, options) },
  };
}
