import { normaliseDcs } from '../dcs/normalise.ts';
import { isDcs } from '../dcs/versions.ts';
import { objectOf, objectsOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import type { ContractModel, ContractServer, ContractTable } from './contract-model.ts';
import {
  descriptionOf,
  normaliseCustomProperties,
  normaliseRelationships,
  normaliseTags,
} from './normalise-parts.ts';
import { surroundingsOf } from './normalise-surroundings.ts';
import { nameOf, normaliseProperties } from './normalise-property.ts';
import { normaliseQuality } from './normalise-quality.ts';
import { normaliseSla } from './normalise-sla.ts';
import { furtherMembersOf } from './further-members.ts';

function tableOf(table: JsonObject): ContractTable | undefined {
  const name = nameOf(table, 'table');
  if (name === undefined) return undefined;
  return {
    id: textOf(table['id']),
    name,
    physicalName: textOf(table['physicalName']) ?? name,
    physicalType: textOf(table['physicalType']),
    businessName: textOf(table['businessName']),
    description: textOf(table['description']),
    tags: normaliseTags(table['tags']),
    deprecated: table['deprecated'] === true,
    ...normaliseProperties(table['properties'] ?? table['columns']),
    quality: normaliseQuality(table['quality']),
    relationships: normaliseRelationships(table['relationships']),
    customProperties: normaliseCustomProperties(table['customProperties']),
    ...furtherMembersOf(table),
  };
}

function serverOf(server: JsonObject): ContractServer | undefined {
  const type = textOf(server['type']);
  if (type === undefined) return undefined;
  const present = Object.entries(server)
    .filter(([, value]) => value !== null)
    .map(([member, value]) => [member, withDefaults(value)] as const);
  return { ...Object.fromEntries(present), server: textOf(server['server']) ?? type, type };
}

/** Variables of ODCS 3.2 (`${DB_PORT:-5432}`) stand for their defaults; the environment is none of a contract's business. */
function withDefaults(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.replace(/\$\{[A-Za-z_][A-Za-z0-9_]*:-([^}]*)\}/g, '$1');
}

/**
 * The one model of a contract: ODCS of any version (2.2 `dataset[].columns`, 3.x `schema[].properties`) or the deprecated
 * DCS. Never throws: null counts as absent, and members that do not have the form of the standard are left out.
 */
export function normaliseContract(document: unknown): ContractModel {
  const contract = objectOf(document) ?? {};
  if (isDcs(contract)) return normaliseDcs(contract);
  return {
    id: textOf(contract['id']) ?? textOf(contract['uuid']) ?? '',
    version: textOf(contract['version']) ?? '',
    name: textOf(contract['name']) ?? textOf(contract['datasetName']),
    status: textOf(contract['status']),
    description: descriptionOf(contract['description']),
    tags: normaliseTags(contract['tags']),
    team: textOf(objectOf(contract['team'])?.['name']),
    ...surroundingsOf(contract),
    servers: objectsOf(contract['servers'])
      .map(serverOf)
      .filter((server) => server !== undefined),
    tables: objectsOf(contract['schema'] ?? contract['dataset'])
      .map(tableOf)
      .filter((table) => table !== undefined),
    slaProperties: normaliseSla(contract['slaProperties']),
    slaDefaultElement:
      textOf(contract['slaDefaultElement']) ?? textOf(contract['slaDefaultColumn']),
    customProperties: normaliseCustomProperties(contract['customProperties']),
  };
}
