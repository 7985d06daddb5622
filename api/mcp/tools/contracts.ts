import { Type } from '@sinclair/typebox';
import { sqlSelect } from '../../../jobs/code-generation/generators/catalogue.ts';
import { CatalogProblem, missing, path } from '../catalog-reader.ts';
import { termsOf } from '../../../lib/contract-terms.ts';
import { defineTool, ids, oneOf } from '../tool.ts';
import { readPort } from './products.ts';

const contract = defineTool({
  name: 'get_data_contract',
  title: 'Read a data contract',
  description:
    'Reads a data contract: its tables with every field (type, meaning, classification such as personal data, example values), its servers, its promises and terms of use, and the newest test result.',
  effect: 'reads',
  input: Type.Object({
    dataContractId: ids.dataContractId,
    table: Type.Optional(Type.String({ description: 'Only this table' })),
  }),
  run: async ({ dataContractId, table }, { get }) => {
    const of = path`/api/datacontracts/${dataContractId}`;
    const [model, document] = await Promise.all([
      get<Model>(`${of}/model`),
      get<Record<string, unknown>>(of),
    ]);
    const tables = model.tables.filter(({ name }) => table === undefined || name === table);
    if (table !== undefined && tables.length === 0)
      throw new CatalogProblem(404, 'not_found', noTable(table, model));
    const { id, name, version, status, description, tags, servers, serviceLevels } = model;
    return {
      id,
      name,
      version,
      status,
      tags,
      purpose: description.purpose,
      termsOfUse: termsOf(document),
      servers: servers.map(({ server, type }) => ({ server, type })),
      serviceLevels,
      newestTest: model.testResult,
      tables: tables.map(presentTable),
    };
  },
});

type Field = Record<string, unknown> & { path: string };
type Table = Record<string, unknown> & { name: string; fields: Field[] };
type Model = Record<string, unknown> & {
  description: { purpose: string | null };
  servers: { server: string; type: string }[];
  tables: Table[];
};

function noTable(table: string, { tables }: Model): string {
  const names = tables.map(({ name }) => name).join(', ');
  return `The data contract has no table '${table}'; its tables are ${names}.`;
}

const fieldMembers = [
  'logicalType',
  'physicalType',
  'businessName',
  'description',
  'classification',
  'required',
  'unique',
  'primaryKey',
  'deprecated',
  'examples',
  'tags',
];

function presentTable({ name, physicalName, description, fields }: Table): object {
  return { name, physicalName, description, fields: fields.map(presentField) };
}

/** Members that say nothing are left out: most fields have few. */
function presentField(field: Field): object {
  const said = fieldMembers
    .map((name) => [name, field[name]] as const)
    .filter(([, value]) => !isEmpty(value));
  return { path: field.path, ...Object.fromEntries(said) };
}

function isEmpty(value: unknown): boolean {
  return value === null || value === false || (Array.isArray(value) && value.length === 0);
}

type Generated = { dialect: string; files: GeneratedFile[] };
type GeneratedFile = { filename: string; content: string; metadata: { warnings: string[] } };

const query = defineTool({
  name: 'write_query',
  title: 'Write a query for an output port',
  description:
    'Writes SQL that selects every column of the tables of an output port, or of a data contract, in the dialect of its server. It executes nothing and checks no access: get_output_port says whether the person may use the data.',
  effect: 'reads',
  input: Type.Object({
    dataProductId: Type.Optional(ids.dataProductId),
    outputPortId: Type.Optional(ids.outputPortId),
    dataContractId: Type.Optional(
      Type.String({ description: 'A data contract, in place of product and port' }),
    ),
    server: Type.Optional(
      Type.String({ description: 'Server of the contract; default: the first' }),
    ),
    dialect: Type.Optional(oneOf(sqlSelect.dialects, 'Default: that of the server')),
  }),
  run: async ({ dataProductId, outputPortId, dataContractId, server, dialect }, catalog) => {
    const what = 'dataContractId, or dataProductId with outputPortId,';
    const contractId =
      dataContractId ??
      (
        await readPort(catalog, {
          dataProductId: dataProductId ?? missing(what),
          outputPortId: outputPortId ?? missing(what),
        })
      ).contractId;
    if (contractId === undefined)
      throw new CatalogProblem(422, 'unknown_reference', 'The output port has no data contract.');
    const body = { type: sqlSelect.type, server, dialect };
    const generated: Generated = await catalog.post(
      path`/api/datacontracts/${contractId}/generate`,
      { body },
    );
    const queries = generated.files.map(({ filename, content, metadata: { warnings } }) => ({
      filename,
      sql: content,
      ...(warnings.length > 0 && { warnings }),
    }));
    return { dataContractId: contractId, dialect: generated.dialect, executed: false, queries };
  },
});

/** Tools that read data contracts. */
export const contractTools = [contract, query];
