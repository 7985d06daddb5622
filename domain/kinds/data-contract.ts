import { compareContracts } from '../contract-changes/compare-contracts.ts';
import type { JsonObject } from '../../lib/json.ts';
import { dcs, validateDcs } from '../standards/dcs/validate.ts';
import { isDcs } from '../standards/dcs/versions.ts';
import { objectOf, textOf } from '../standards/json-value.ts';
import { contractOwner, validateContract } from '../standards/odcs/validate.ts';
import { linkWords } from '../semantics/concept-links.ts';
import { testScheduleOf } from '../test-schedule.ts';
import { fieldNames } from './field-names.ts';
import type { DocumentKind } from './kind.ts';
import { infoMembers } from './info-members.ts';
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
  validate: (document) => (isDcs(document) ? validateDcs(document) : validateContract(document)),
  deprecatedFormat: (document) => (isDcs(document) ? dcs : undefined),
  unknownMembers: () => [],
  extract: extractContract,
  compare: compareContracts,
  ownerProblem: (candidates, document) => {
    const change = `put the id of an existing team into ${isDcs(document) ? "'info.owner'" : places}`;
    const ids = candidates.map((id) => `'${id}'`).join(' or ');
    const problem = ids === '' ? 'The contract names no owner' : `No team has the id ${ids}`;
    return { code: 'ownership_missing', message: `${problem}: ${change}.` };
  },
  timing: testScheduleOf,
  inUseAs: ['output-port'],
  permissions: { add: 'RESOURCES_ADD', edit: 'RESOURCES_EDIT', remove: 'RESOURCES_DELETE' },
};

function extractContract(document: JsonObject): ReturnType<DocumentKind['extract']> {
  const searchText = fieldNames(document).join(' ');
  if (!isDcs(document)) {
    const owner = { candidates: contractOwner(document).candidates, required: true };
    return { ...standardMembers(document), searchText, links: linkWords(document), owner };
  }
  const owner = textOf(objectOf(document.info)?.['owner']);
  const candidates = owner === undefined ? [] : [owner];
  return { ...infoMembers(document), searchText, owner: { candidates, required: true } };
}
