import type { JsonObject } from '../../lib/json.ts';
import { objectOf, objectsOf, textOf } from '../standards/json-value.ts';
import { validateProduct } from '../standards/odps/validate.ts';
import { dataContract } from './data-contract.ts';
import type { DocumentKind, DocumentReference } from './kind.ts';
import { standardMembers } from './standard-members.ts';

const place = "'team.name' ('team' is then an object, also in v0.9.0)";

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
  validate: validateProduct,
  unknownMembers: () => [],
  extract: extractProduct,
  ownerProblem: ([unknown]) => ({
    code: 'ownership_missing',
    message:
      unknown === undefined
        ? `The data product names no owner: put the id of an existing team into ${place}.`
        : `No team has the id '${unknown}': put the id of an existing team into ${place}.`,
  }),
  inUseAs: [],
  permissions: { add: 'RESOURCES_ADD', edit: 'RESOURCES_EDIT', remove: 'RESOURCES_DELETE' },
};

function extractProduct(document: JsonObject): ReturnType<DocumentKind['extract']> {
  const owner = textOf(objectOf(document.team)?.['name']);
  return {
    ...standardMembers(document),
    owner: { candidates: owner === undefined ? [] : [owner], required: true },
    references: [
      ...contractsOf('output-port', document.outputPorts),
      ...contractsOf('input-port', document.inputPorts),
      ...assetsOf(document),
    ],
  };
}

/** Several ports, e.g. of different versions, may name the same contract. */
function contractsOf(role: DocumentReference['role'], ports: unknown): DocumentReference[] {
  const ids = objectsOf(ports)
    .map((port) => textOf(port['contractId']))
    .filter((id) => id !== undefined);
  return [...new Set(ids)].map((id) => ({ role, kind: dataContract.name, id }));
}

/** Assets of the product and of its ports, where its standard has a place for them: ids, or objects with an `id`. */
function assetsOf(document: JsonObject): DocumentReference[] {
  const lists = [document, ...objectsOf(document.outputPorts)].map((holder) => holder['assets']);
  const ids = lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((entry: unknown) => textOf(objectOf(entry)?.['id'] ?? entry))
    .filter((id) => id !== undefined);
  return [...new Set(ids)].map((id) => ({ role: 'asset', kind: 'asset', id }));
}
