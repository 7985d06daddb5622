import { isDcs } from '../standards/versions.ts';
import type { JsonObject } from '../standards/json-value.ts';
import { normaliseContract } from '../standards/normalise-contract.ts';
import type {
  ContractModel,
  ContractServer,
  ContractTable,
} from '../standards/odcs/contract-model.ts';
import { withDefinitions } from '../standards/odcs/linked-definitions.ts';
import type { LinkedDefinitions } from '../standards/odcs/linked-definitions.ts';
import { resolveRelationships } from '../standards/odcs/relationships.ts';
import type { ForeignKey } from '../standards/odcs/relationships.ts';
import { listFields } from './fields.ts';
import type { FieldView } from './fields.ts';
import { promisesOfRules } from './promises.ts';
import type { Promised } from './promises.ts';

export type TableView = {
  name: string;
  physicalName: string;
  physicalType: string | null;
  businessName: string | null;
  description: string | null;
  tags: readonly string[];
  deprecated: boolean;
  /** Paths of the columns, in the order of the key. */
  primaryKey: string[];
  promises: Promised[];
  fields: FieldView[];
};

/** A foreign key; both lists of columns are equally long and in order. */
export type RelationshipView = {
  from: { table: string; fields: string[] };
  to: { table: string; fields: string[] };
};

/** A relationship that does not lead to columns of the contract. */
export type OutsideRelationship = {
  table: string;
  field: string;
  to: readonly string[];
  reason: string;
};

/** A contract of any standard and version in the one form that pages show. */
export type ContractView = {
  standard: 'ODCS' | 'DCS';
  id: string;
  name: string;
  version: string | null;
  status: string | null;
  description: { purpose: string | null; usage: string | null; limitations: string | null };
  tags: readonly string[];
  classifications: string[];
  servers: ContractServer[];
  tables: TableView[];
  relationships: RelationshipView[];
  outsideRelationships: OutsideRelationship[];
  serviceLevels: {
    property: string;
    value: string | number | null;
    unit: string | null;
    description: string | null;
    elements: readonly string[];
  }[];
};

/** The contract as pages show it, with what its fields take from linked definitions. */
export function describeContract(text: string, definitions: LinkedDefinitions): ContractView {
  const document = JSON.parse(text) as JsonObject;
  const model = normaliseContract(withDefinitions(document, definitions));
  return { standard: isDcs(document) ? 'DCS' : 'ODCS', ...describeModel(model) };
}

/** A contract in the one form, whatever its standard. */
export function describeModel(model: ContractModel): Omit<ContractView, 'standard'> {
  const tables = model.tables.map(describeTable);
  const { foreignKeys, unresolved } = resolveRelationships(model);
  const fields = tables.flatMap((table) => table.fields);
  return {
    ...describeHead(model),
    classifications: [
      ...new Set(fields.flatMap(({ classification }) => classification ?? [])),
    ].toSorted(),
    servers: model.servers,
    tables,
    relationships: foreignKeys.map(describeKey),
    outsideRelationships: unresolved.map(({ table, field, to, reason }) => {
      return { table: table.name, field, to, reason };
    }),
    serviceLevels: model.slaProperties.map((sla) => ({
      property: sla.property,
      value: sla.value ?? null,
      unit: sla.unit ?? null,
      description: sla.description ?? null,
      elements: sla.elements,
    })),
  };
}

function describeHead(
  model: ContractModel,
): Pick<ContractView, 'id' | 'name' | 'version' | 'status' | 'description' | 'tags'> {
  const { id, name = id, version, status = null, description, tags } = model;
  const { purpose = null, usage = null, limitations = null } = description;
  const shown = { purpose, usage, limitations };
  return { id, name, version: version === '' ? null : version, status, description: shown, tags };
}

function describeTable(table: ContractTable): TableView {
  const { name, physicalName, tags, deprecated } = table;
  const fields = listFields(table);
  const keys = fields.filter(({ primaryKey }) => primaryKey);
  return {
    name,
    physicalName,
    physicalType: table.physicalType ?? null,
    businessName: table.businessName ?? null,
    description: table.description ?? null,
    tags,
    deprecated,
    primaryKey: keys
      .toSorted((a, b) => (a.primaryKeyPosition ?? 0) - (b.primaryKeyPosition ?? 0))
      .map(({ path }) => path),
    promises: promisesOfRules(table.quality),
    fields,
  };
}

const namesOf = (columns: readonly { name: string }[]): string[] => columns.map(({ name }) => name);

function describeKey({ table, columns, targetTable, targetColumns }: ForeignKey): RelationshipView {
  return {
    from: { table: table.name, fields: namesOf(columns) },
    to: { table: targetTable.name, fields: namesOf(targetColumns) },
  };
}
