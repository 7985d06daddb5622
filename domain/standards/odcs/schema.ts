import { listOf, number, objectOf, oneOf, part, scalar, text } from '../json-schema.ts';
import type { Members, Schema } from '../json-schema.ts';
import { property, schemaObject } from './schema-of-data.ts';
import { oldContractSchema } from './schema-of-old-contract.ts';
import { qualityRule } from './schema-of-quality.ts';
import { server } from './schema-of-servers.ts';
import {
  annotations,
  day,
  instant,
  isClosed,
  sharedParts,
  since31,
  since32,
  stableId,
} from './schema-parts.ts';
import type { Line3, ContractLine } from '../versions.ts';

function support(line: Line3): Schema {
  const members = {
    ...stableId(line),
    channel: text,
    url: text,
    description: text,
    tool: text,
    scope: text,
    invitationUrl: text,
    ...since31(line, { customProperties: part('customProperties') }),
  };
  const closed = isClosed(line);
  return objectOf(members, { required: closed ? ['channel'] : ['channel', 'url'], closed });
}

function member(line: Line3): Schema {
  const members = {
    ...stableId(line),
    username: text,
    ...(line === '3.0.0' || line === '3.0.1' ? {} : { name: text, description: text }),
    role: text,
    dateIn: day,
    dateOut: day,
    replacedByUsername: text,
    ...since31(line, annotations),
  };
  const closed = isClosed(line);
  return objectOf(members, { required: closed ? ['username'] : [], closed });
}

/** 3.0 lists people; from 3.1 the team is an object, and the list stays allowed until 4.0. */
function team(line: Line3): Schema {
  if (!isClosed(line)) return listOf(member(line));
  const members = {
    ...stableId(line),
    name: text,
    description: text,
    members: listOf(part('member')),
    ...annotations,
  };
  const asObject = objectOf(members, { closed: true });
  return { ...asObject, type: ['object', 'array'], items: part('member') };
}

function serviceLevel(line: Line3): Schema {
  const { authoritativeDefinitions, customProperties } = annotations as Required<Members>;
  const members = {
    ...stableId(line),
    property: text,
    value: scalar,
    valueExt: scalar,
    unit: text,
    element: text,
    driver: text,
    ...since31(line, { description: text, scheduler: text, schedule: text }),
    ...since32(line, { authoritativeDefinitions, customProperties } as Members),
  };
  return objectOf(members, { required: ['property', 'value'], closed: isClosed(line) });
}

function price(line: Line3): Schema {
  const members = {
    ...stableId(line),
    priceAmount: number,
    priceCurrency: text,
    priceUnit: text,
  };
  return objectOf(members, { closed: isClosed(line) });
}

/** Unknown members are allowed here in every version. */
function description(line: Line3): Schema {
  const { tags: _tags, ...definitions } = annotations;
  return objectOf({
    purpose: text,
    usage: text,
    limitations: text,
    ...(line === '3.0.0' ? {} : definitions),
  });
}

function rootAnnotations(line: Line3): Members {
  const { authoritativeDefinitions: _definitions, ...others } = annotations;
  return line === '3.0.0' ? others : annotations;
}

function contract(line: Line3): Schema {
  const members = {
    apiVersion: text,
    kind: oneOf(['DataContract']),
    id: text,
    version: text,
    status: text,
    name: text,
    tenant: text,
    domain: text,
    dataProduct: text,
    description: description(line),
    servers: listOf(server(line)),
    schema: listOf(schemaObject(line)),
    team: team(line),
    roles: listOf(part('role')),
    support: listOf(support(line)),
    price: price(line),
    slaDefaultElement: text,
    slaProperties: listOf(serviceLevel(line)),
    contractCreatedTs: instant,
    ...rootAnnotations(line),
    ...since32(line, { context: part('context') }),
  };
  const always = ['apiVersion', 'kind', 'id', 'version'];
  const required = line === '3.2' ? always : [...always, 'status'];
  const $defs = {
    ...sharedParts(line),
    ...(isClosed(line) ? { member: member(line) } : {}),
    quality: qualityRule(line),
    property: property(line, { isItem: false }),
    item: property(line, { isItem: true }),
  };
  return { ...objectOf(members, { required, closed: true }), $defs };
}

/**
 * JSON Schema (2020-12) of the documents of one line of ODCS. It gives the same verdicts as the official
 * schemas of that version, except for the differences listed in test/unit/odcs/corpus.test.ts.
 */
export function contractSchema(line: ContractLine): Schema {
  return line === '2.2' ? oldContractSchema() : contract(line);
}
