import type { JsonObject } from '../../lib/json/json.ts';
import { describeModel } from '../contract-view/contract-view.ts';
import type { ContractView } from '../contract-view/contract-view.ts';
import { contractOfPort, outputPortName } from '../contract-tests/output-ports.ts';
import { toOdps } from '../standards/dps/to-odps.ts';
import { objectOf, objectsOf, textOf } from '../standards/json-value.ts';
import { normaliseContract } from '../standards/normalise-contract.ts';

/** What a rule may read of a data contract of any standard, as `contract`. */
export type ContractSubject = Pick<
  ContractView,
  | 'id'
  | 'name'
  | 'version'
  | 'status'
  | 'description'
  | 'tags'
  | 'classifications'
  | 'tables'
  | 'relationships'
  | 'serviceLevels'
> & {
  domain: string | null;
  /** Id of the team that the contract names as its owner. */
  team: string | null;
  servers: { server: string; type: string }[];
  /** By property. */
  customProperties: Readonly<Record<string, unknown>>;
};

type Port = {
  name: string;
  version: string | null;
  contractId: string | null;
  description: string | null;
  tags: string[];
  customProperties: Readonly<Record<string, unknown>>;
};

/** What a rule may read of a data product of any standard, as `product`. */
export type ProductSubject = Pick<
  ContractSubject,
  'id' | 'name' | 'version' | 'status' | 'domain' | 'team' | 'description' | 'customProperties'
> & {
  tags: string[];
  inputPorts: Port[];
  outputPorts: (Port & { type: string | null })[];
};

/** The contract as rules read it. */
export function contractSubject(document: JsonObject): ContractSubject {
  const model = normaliseContract(document);
  const { relationships, ...view } = describeModel(model);
  const { id, name, version, status, description, tags } = view;
  const { classifications, tables, serviceLevels } = view;
  return {
    id,
    name,
    version,
    status,
    description,
    tags,
    classifications,
    tables,
    relationships,
    serviceLevels,
    domain: model.domain ?? null,
    team: model.team ?? null,
    servers: model.servers.map(({ server, type }) => ({ server, type })),
    customProperties: model.customProperties,
  };
}

/** The product as rules read it. */
export function productSubject(document: JsonObject): ProductSubject {
  const product = toOdps(document);
  const { purpose, usage, limitations } = objectOf(product.description) ?? {};
  return {
    id: textOf(product.id) ?? '',
    name: textOf(product.name) ?? textOf(product.id) ?? '',
    version: orNull(product.version),
    status: orNull(product.status),
    domain: orNull(product.domain),
    team: orNull(objectOf(product.team)?.['name']),
    description: {
      purpose: orNull(purpose),
      usage: orNull(usage),
      limitations: orNull(limitations),
    },
    tags: texts(product.tags),
    customProperties: customProperties(product),
    inputPorts: objectsOf(product.inputPorts).map(portOf),
    outputPorts: objectsOf(product.outputPorts).map((port) => {
      return { ...portOf(port), type: orNull(port['type']) };
    }),
  };
}

function portOf(port: Readonly<Record<string, unknown>>): Port {
  return {
    name: outputPortName(port) ?? '',
    version: orNull(port['version']),
    contractId: contractOfPort(port) ?? null,
    description: orNull(port['description']),
    tags: texts(port['tags']),
    customProperties: customProperties(port),
  };
}

function customProperties(holder: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const found = objectsOf(holder['customProperties']).flatMap(({ property, value }) => {
    return typeof property === 'string' ? [[property, value ?? null] as const] : [];
  });
  // The first of duplicates counts, as for contracts.
  return Object.fromEntries(found.toReversed());
}

const orNull = (value: unknown): string | null => textOf(value) ?? null;

const texts = (list: unknown): string[] => (Array.isArray(list) ? list.map(String) : []);
