import type { JsonObject } from '../../lib/json/json.ts';
import { outputPortName } from '../contract-tests/output-ports.ts';
import { toOdps } from '../standards/dps/to-odps.ts';
import { dps, validateDps } from '../standards/dps/validate.ts';
import { isDps } from '../standards/versions.ts';
import { objectOf, objectsOf, textOf } from '../standards/json-value.ts';
import { validateProduct } from '../standards/odps/validate.ts';
import { conceptTargets, targetWord } from './document-links.ts';
import { dataContract } from './data-contract.ts';
import { infoMembers, standardMembers, productScoreFacts } from './document-head.ts';
import type { DocumentKind, DocumentReference } from './kind.ts';
import { sourceSystem } from './source-system.ts';

const ownerMember = "'team.name' ('team' is then an object, also in v0.9.0)";

export const dataProduct: DocumentKind = {
  name: 'data-product',
  collection: 'dataproducts',
  title: 'data product',
  events: {
    created: 'DataProductCreatedEvent',
    updated: 'DataProductUpdatedEvent',
    deleted: 'DataProductDeletedEvent',
  },
  isTree: false,
  yamlName: 'dataproduct.yaml',
  validate: (document) => (isDps(document) ? validateDps(document) : validateProduct(document)),
  deprecatedFormat: (document) => (isDps(document) ? dps : undefined),
  forms: { odps: toOdps },
  ports: {
    events: {
      created: 'OutputPortCreatedEvent',
      updated: 'OutputPortUpdatedEvent',
      deleted: 'OutputPortDeletedEvent',
    },
    list: outputPorts,
  },
  unknownMembers: () => [],
  notices: noticesOf,
  listFilters: {
    contractId: {
      by: 'reference',
      role: 'output-port',
      kind: dataContract.name,
      description: 'Data products with an output port that offers this contract',
    },
    outputPortType: {
      by: 'portType',
      description: 'Data products with an output port of this type, e.g. postgres',
    },
    sourceSystemId: {
      by: 'reference',
      role: 'input-port',
      kind: sourceSystem.name,
      description: 'Data products with an input port that reads this source system',
    },
  },
  extract: extractProduct,
  ownerProblem: ([unknown], document) => {
    const change = `put the id of an existing team into ${isDps(document) ? "'info.owner'" : ownerMember}`;
    const problem =
      unknown === undefined ? 'The data product names no owner' : `No team has the id '${unknown}'`;
    return { code: 'ownership_missing', message: `${problem}: ${change}` };
  },
  inUseAs: [],
  permissions: { add: 'RESOURCES_ADD', edit: 'RESOURCES_EDIT', remove: 'RESOURCES_DELETE' },
};

function extractProduct(document: JsonObject): ReturnType<DocumentKind['extract']> {
  const isDeprecated = isDps(document);
  const owner = isDeprecated
    ? textOf(objectOf(document.info)?.['owner'])
    : textOf(objectOf(document.team)?.['name']);
  const concepts = isDeprecated ? [] : conceptTargets(document);
  return {
    ...(isDeprecated ? infoMembers(document) : standardMembers(document)),
    owner: { candidates: owner === undefined ? [] : [owner], required: true },
    archetype: archetypeOf(document),
    searchText: portNames(document).join(' '),
    portTypes: portTypes(document),
    scoreFacts: productScoreFacts(document),
    concepts,
    links: concepts.map(targetWord),
    references: [
      ...contractsOf('output-port', document.outputPorts),
      ...contractsOf('input-port', document.inputPorts),
      ...sourceSystemsOf(document.inputPorts),
      ...assetsOf(document),
    ],
  };
}

/**
 * Contracts of the ports, without duplicates: several ports, e.g. of different versions, may name the same
 * contract. DPS calls it `dataContractId`.
 */
function contractsOf(role: DocumentReference['role'], ports: unknown): DocumentReference[] {
  const ids = objectsOf(ports)
    .map((port) => textOf(port['contractId']) ?? textOf(port['dataContractId']))
    .filter((id) => id !== undefined);
  return [...new Set(ids)].map((id) => ({ role, kind: dataContract.name, id }));
}

/** Systems that the input ports read, which ODPS has no member for: some clients add it, others write a custom property. */
function sourceSystemsOf(ports: unknown): DocumentReference[] {
  const ids = objectsOf(ports)
    .map((port) => textOf(port['sourceSystemId']) ?? customText(port, 'sourceSystemId'))
    .filter((id) => id !== undefined);
  return [...new Set(ids)].map((id) => ({ role: 'input-port', kind: sourceSystem.name, id }));
}

function noticesOf(document: JsonObject): string[] {
  const position = isDps(document)
    ? -1
    : objectsOf(document.inputPorts).findIndex((port) => port['sourceSystemId'] !== undefined);
  const member = `inputPorts[${position}].sourceSystemId`;
  return position === -1
    ? []
    : [`${member} is no member of ODPS: it is stored and used for the lineage`];
}

/** Assets of the product and of its ports, where its standard defines them: ids, or objects with an `id`. */
function assetsOf(document: JsonObject): DocumentReference[] {
  const lists = [document, ...objectsOf(document.outputPorts)].map((holder) => holder['assets']);
  const ids = lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((entry: unknown) => textOf(objectOf(entry)?.['id'] ?? entry))
    .filter((id) => id !== undefined);
  return [...new Set(ids)].map((id) => ({ role: 'asset', kind: 'asset', id }));
}

/** A port is identified by its `id`, else its `name`; several versions are one port. */
function outputPorts(document: JsonObject): ReadonlyMap<string, unknown> {
  const ports = new Map<string, unknown[]>();
  for (const port of objectsOf(document.outputPorts)) {
    const identity = outputPortName(port);
    if (identity === undefined) continue;
    const versions = ports.get(identity);
    if (versions) versions.push(port);
    else ports.set(identity, [port]);
  }
  return ports;
}

/** DPS has a member for it; ODPS users write a custom property, mostly `type`. */
function archetypeOf(document: JsonObject): string | undefined {
  return (
    customText(document, 'archetype') ??
    customText(document, 'type') ??
    textOf(objectOf(document.info)?.['archetype'])
  );
}

function customText(holder: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const properties = objectsOf(holder['customProperties']);
  return textOf(properties.find(({ property }) => property === name)?.['value']);
}

function portNames(document: JsonObject): string[] {
  const ports = [document.outputPorts, document.inputPorts, document.managementPorts];
  return ports
    .flatMap(objectsOf)
    .flatMap(({ id, name }) => [id, name])
    .map(textOf)
    .filter((text) => text !== undefined);
}

function portTypes({ outputPorts }: JsonObject): string[] {
  const types = objectsOf(outputPorts).map((port) => textOf(port['type']));
  return [...new Set(types.filter((type) => type !== undefined))];
}
