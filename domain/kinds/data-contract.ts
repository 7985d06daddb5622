import { compareContracts } from '../contract-changes/compare-contracts.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { dcs, validateDcs } from '../standards/dcs/validate.ts';
import { isDcs } from '../standards/versions.ts';
import { objectOf, objectsOf, textOf } from '../standards/json-value.ts';
import { validateContract } from '../standards/odcs/validate.ts';
import { contractLinkWords, conceptTargets } from './document-links.ts';
import { testScheduleOf } from '../contract-tests/schedule.ts';
import {
  fieldClassifications,
  fieldNames,
  hasPersonalField,
  contractScoreFacts,
  infoMembers,
  standardMembers,
} from './document-head.ts';
import type { DocumentKind } from './kind.ts';

const ownerMembers = "'team.name' (ODCS 3.1 and later), a custom property 'owner', or 'domain'";

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
    const members = isDcs(document) ? "'info.owner'" : ownerMembers;
    const change = `put the id of an existing team into ${members}`;
    const ids = candidates.map((id) => `'${id}'`).join(' or ');
    const problem = ids === '' ? 'The contract names no owner' : `No team has the id ${ids}`;
    const message = `${problem}: ${change}`;
    return { code: 'ownership_missing', message, request: requestWithOwner(document) };
  },
  withOwner: (document, teamId) =>
    isDcs(document) ? withInfoOwner(document, teamId) : withCustomOwner(document, teamId),
  timing: testScheduleOf,
  inUseAs: ['output-port'],
  permissions: { add: 'RESOURCES_ADD', edit: 'RESOURCES_EDIT', remove: 'RESOURCES_DELETE' },
};

function requestWithOwner({ id }: JsonObject): string {
  return `PUT /api/datacontracts/${encodeURIComponent(textOf(id) ?? '')}?ownerTeamId=<team id>`;
}

function withInfoOwner(document: JsonObject, teamId: string): JsonObject {
  return { ...document, info: { ...objectOf(document.info), owner: teamId } };
}

/** Replaces the value of a custom property `owner` that names no team, because its first value counts. */
function withCustomOwner(document: JsonObject, teamId: string): JsonObject {
  const { customProperties } = document;
  const properties = Array.isArray(customProperties) ? customProperties : [];
  const position = properties.findIndex((entry) => objectOf(entry)?.['property'] === 'owner');
  const owner = { ...objectOf(properties[position]), property: 'owner', value: teamId };
  const others = position === -1 ? [...properties, owner] : properties.with(position, owner);
  return { ...document, customProperties: others };
}

function extractContract(document: JsonObject): ReturnType<DocumentKind['extract']> {
  const searchText = fieldNames(document).join(' ');
  const classifications = fieldClassifications(document);
  const scoreFacts = contractScoreFacts(document);
  if (!isDcs(document)) {
    const owner = { candidates: contractOwner(document).candidates, required: true };
    const concepts = conceptTargets(document);
    const links = contractLinkWords(document, concepts);
    const facts = { searchText, classifications, concepts, links, scoreFacts };
    return { ...standardMembers(document), ...facts, owner };
  }
  const owner = textOf(objectOf(document.info)?.['owner']);
  const candidates = owner === undefined ? [] : [owner];
  return {
    ...infoMembers(document),
    searchText,
    classifications,
    scoreFacts,
    isPersonal: hasPersonalField(document),
    owner: { candidates, required: true },
  };
}

function customOwner(contract: Record<string, unknown>): string | undefined {
  const owner = objectsOf(contract['customProperties']).find(
    (entry) => entry['property'] === 'owner',
  );
  return textOf(owner?.['value']);
}

/** Team ids that may be the owner of a contract, in order of precedence: team.name, owner, domain. */
export function contractOwner(document: unknown): { candidates: string[] } {
  const contract = objectOf(document) ?? {};
  const named = [
    textOf(objectOf(contract['team'])?.['name']),
    customOwner(contract),
    textOf(contract['domain']),
  ];
  return { candidates: named.filter((name) => name !== undefined) };
}
