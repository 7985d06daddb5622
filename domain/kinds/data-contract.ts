import { isObject } from '../../lib/json.ts';
import type { JsonObject } from '../../lib/json.ts';
import { contractOwner, validateContract } from '../standards/odcs/validate.ts';
import type { DocumentKind } from './kind.ts';

const places = "'team.name' (ODCS 3.1 and later), a custom property 'owner', or 'domain'";

export const dataContract: DocumentKind = {
  name: 'data-contract',
  collection: 'datacontracts',
  title: 'data contract',
  events: {
    created: 'DataContractCreatedEvent',
    updated: 'DataContractUpdatedEvent',
    deleted: 'DataContractDeletedEvent',
  },
  isTree: false,
  yamlName: 'datacontract.yaml',
  validate: validateContract,
  unknownMembers: () => [],
  extract: extractContract,
  ownerProblem: (candidates) => ({
    code: 'ownership_missing',
    message:
      candidates.length === 0
        ? `The contract names no owner: put the id of an existing team into ${places}.`
        : `No team has the id ${candidates.map((id) => `'${id}'`).join(' or ')}: put the id of an existing team into ${places}.`,
  }),
  permissions: { add: 'RESOURCES_ADD', edit: 'RESOURCES_EDIT', remove: 'RESOURCES_DELETE' },
};

function extractContract(document: JsonObject): ReturnType<DocumentKind['extract']> {
  const { id, name, status, tags, description } = document;
  return {
    name: [name, id].find((text) => isText(text) && text !== '') as string,
    description: isObject(description)
      ? [description.purpose, description.usage, description.limitations].filter(isText).join('\n')
      : '',
    status: isText(status) ? status : undefined,
    tags: Array.isArray(tags) ? tags.filter(isText) : [],
    owner: { candidates: contractOwner(document).candidates, required: true },
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
