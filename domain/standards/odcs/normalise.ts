import { objectOf, objectsOf, textOf } from '../json-value.ts';
import type { JsonObject } from '../json-value.ts';
import type { ContractModel, ContractServer, ContractTable } from './contract-model.ts';
import {
  descriptionOf,
  normaliseCustomProperties,
  normaliseRelationships,
  normaliseTags,
} from './normalise-parts.ts';
import { agreementOf } from './normalise-agreement.ts';
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

/**
 * Replaces variables of ODCS 3.2 (`${DB_PORT:-5432}`) by their defaults; contracts must not read the
 * environment.
 */
function withDefaults(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.replace(/\$\{[A-Za-z_][A-Za-z0-9_]*:-([^}]*)\}/g, '$1');
}

/** The model of an ODCS contract of any version: 2.2 has `dataset[].columns`, 3.x has `schema[].properties`. */
export function normaliseOdcs(contract: JsonObject): ContractModel {
  return {
    id: textOf(contract['id']) ?? textOf(contract['uuid']) ?? '',
    version: textOf(contract['version']) ?? '',
    name: textOf(contract['name']) ?? textOf(contract['datasetName']),
    status: textOf(contract['status']),
    description: descriptionOf(contract['description']),
    tags: normaliseTags(contract['tags']),
    team: textOf(objectOf(contract['team'])?.['name']),
    ...agreementOf(contract),
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
