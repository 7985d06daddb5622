import { compareContracts } from '../contract-changes/compare-contracts.ts';
import { contractOwner, validateContract } from '../standards/odcs/validate.ts';
import type { DocumentKind } from './kind.ts';
import { standardMembers } from './standard-members.ts';

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
  extract: (document) => ({
    ...standardMembers(document),
    owner: { candidates: contractOwner(document).candidates, required: true },
  }),
  compare: compareContracts,
  ownerProblem: (candidates) => ({
    code: 'ownership_missing',
    message:
      candidates.length === 0
        ? `The contract names no owner: put the id of an existing team into ${places}.`
        : `No team has the id ${candidates.map((id) => `'${id}'`).join(' or ')}: put the id of an existing team into ${places}.`,
  }),
  inUseAs: ['output-port'],
  permissions: { add: 'RESOURCES_ADD', edit: 'RESOURCES_EDIT', remove: 'RESOURCES_DELETE' },
};
