import { dialectOf } from '../../../../domain/dialects/dialect.ts';
import type {
  ContractModel,
  ContractTable,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { createReferenceFinder } from '../../../../domain/standards/odcs/references.ts';
import type { GeneratedFile, GenerationOptions, Generator } from '../../generator.ts';
import * as catalogue from '../catalogue.ts';
import { noteInexactBounds } from '../../shapes/inexact-bounds.ts';
import { noteComputed } from '../../shapes/computed.ts';
import { contractStem, createFileScope, fileStem } from '../../shapes/names.ts';
import { noteEmptyTable } from '../../shapes/documentation.ts';
import { createNotes } from '../../shapes/notes.ts';
import type { Notes } from '../../shapes/notes.ts';
import { columnExpectations, expectation, ruleExpectations } from './columns.ts';
import type { Suite } from './columns.ts';
import type { Expectation } from './rules.ts';
import { createTypeReader } from './types.ts';

/** One suite of expectations for each table. */
export const greatExpectations: Generator<'great-expectations'> = {
  ...catalogue.greatExpectations,
  generate,
};

function generate(contract: ContractModel, options: GenerationOptions): GeneratedFile[] {
  const engine = options.compat;
  const dialect = options.dialect ?? dialectOf(options.server?.type ?? '') ?? 'postgres';
  const names = createFileScope();
  const finder = createReferenceFinder(contract);
  const typesOf = createTypeReader(contract, { engine, dialect, server: options.server });
  const files = contract.tables.map((table) => {
    const notes = createNotes();
    noteInexactBounds({ tables: [table] }, notes);
    const suite = suiteOf(contract, { table, engine, notes, finder, typesOf });
    noteTable(table, notes);
    return fileOf(names.take(fileStem(table.name, 'table')), suite, {
      ...notes.list(),
      table: table.name,
    });
  });
  if (files.length > 0) return files;
  const notes = createNotes();
  notes.warn('schema', 'the contract has no tables');
  const empty = { name: nameOf(contract, 'contract'), expectations: [], meta: metaOf(contract) };
  return [fileOf(contractStem(contract), empty, notes.list())];
}

function fileOf(
  stem: string,
  suite: Record<string, unknown>,
  metadata: GeneratedFile['metadata'],
): GeneratedFile {
  const content = `${JSON.stringify(suite, null, 2)}\n`;
  return { filename: `${stem}.json`, language: 'json', content, metadata };
}

const nameOf = ({ version }: ContractModel, table: string): string =>
  version === '' ? table : `${table}.${version}`;

function metaOf(contract: ContractModel): Record<string, unknown> {
  const { id, version, team, description, status, domain, dataProduct, tenant, tags } = contract;
  const said = {
    data_contract: id || undefined,
    data_contract_version: version || undefined,
    owner: team,
    purpose: description.purpose,
    usage: description.usage,
    limitations: description.limitations,
    status,
    domain,
    data_product: dataProduct,
    tenant,
    contract_tags: tags.length > 0 ? tags : undefined,
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

function noteTable(table: ContractTable, notes: Notes): void {
  noteEmptyTable(table, notes, 'nothing is expected of columns');
  noteComputed(table, notes);
}

function suiteOf(contract: ContractModel, suite: Suite): Record<string, unknown> {
  const { table } = suite;
  const columns = table.properties.map(({ physicalName }) => physicalName);
  const expectations = [
    ...(columns.length > 0
      ? [expectation('expect_table_columns_to_match_ordered_list', { column_list: columns })]
      : []),
    ...keyExpectations(table),
    ...ruleExpectations(suite, table.quality, undefined),
    ...columnExpectations(suite),
  ];
  const distinct = new Map(
    expectations.map((entry) => [JSON.stringify([entry.type, entry.kwargs]), entry]),
  );
  return {
    name: nameOf(contract, table.physicalName),
    expectations: [...distinct.values()],
    meta: {
      ...metaOf(contract),
      ...(table.businessName !== undefined && { business_name: table.businessName }),
      ...(table.deprecated && { deprecated: true }),
      ...(table.tags.length > 0 && { tags: table.tags }),
    },
    ...(table.description !== undefined && { notes: table.description }),
  };
}

function keyExpectations({ properties }: ContractTable): Expectation[] {
  const key = properties.filter(({ primaryKey }) => primaryKey);
  if (key.length < 2) return [];
  const column_list = key.map(({ physicalName }) => physicalName);
  return [expectation('expect_compound_columns_to_be_unique', { column_list })];
}
