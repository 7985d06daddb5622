import {
  anything,
  listOf,
  number,
  objectOf,
  openObject,
  scalar,
  text,
  texts,
} from '../json-schema.ts';
import type { Schema } from '../json-schema.ts';
import { annotations, isClosed } from './schema-parts.ts';
import { property, qualityRule, schemaObject } from './schema-of-data.ts';
import type { SchemaLine } from './versions.ts';

function server(line: SchemaLine): Schema {
  const members = {
    id: text,
    server: text,
    type: text,
    description: text,
    environment: text,
    roles: listOf(role(line)),
    customProperties: annotations(line)['customProperties'] ?? anything,
    host: text,
    port: line === '3.2' ? { type: ['integer', 'string'] } : { type: 'integer' },
    location: text,
    path: text,
    format: text,
    delimiter: text,
  };
  // Which further members a type of server has is not looked at, so the object stays open.
  return objectOf(members, { required: ['server', 'type'] });
}

function role(line: SchemaLine): Schema {
  const members = {
    id: text,
    role: text,
    description: text,
    access: text,
    firstLevelApprovers: text,
    secondLevelApprovers: text,
    customProperties: annotations(line)['customProperties'] ?? anything,
  };
  return objectOf(members, { required: ['role'], closed: isClosed(line) });
}

function support(line: SchemaLine): Schema {
  const members = {
    id: text,
    channel: text,
    url: text,
    description: text,
    tool: text,
    scope: text,
    invitationUrl: text,
    customProperties: annotations(line)['customProperties'] ?? anything,
  };
  const required = line === '3.0' ? ['channel', 'url'] : ['channel'];
  return objectOf(members, { required, closed: isClosed(line) });
}

const day: Schema = { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}$` };

function member(line: SchemaLine): Schema {
  const date = line === '3.0' ? text : day;
  const members = {
    id: text,
    username: text,
    name: text,
    description: text,
    role: text,
    dateIn: date,
    dateOut: date,
    replacedByUsername: text,
    ...annotations(line),
  };
  return isClosed(line)
    ? objectOf(members, { required: ['username'], closed: true })
    : objectOf(members);
}

/** 3.0 lists people; from 3.1 the team is an object, and the list stays allowed until 4.0 (fact sheet §1.8). */
function team(line: SchemaLine): Schema {
  if (line === '3.0') return listOf(member(line));
  const members = {
    id: text,
    name: text,
    description: text,
    members: listOf(member(line)),
    ...annotations(line),
  };
  const asObject = objectOf(members, { closed: true });
  return { ...asObject, type: ['object', 'array'], items: member(line) };
}

function serviceLevel(line: SchemaLine): Schema {
  const members = {
    id: text,
    property: text,
    value: scalar,
    valueExt: scalar,
    unit: text,
    element: text,
    driver: text,
    description: text,
    scheduler: text,
    schedule: text,
    ...annotations(line),
  };
  return objectOf(members, { required: ['property', 'value'], closed: isClosed(line) });
}

function price(line: SchemaLine): Schema {
  const members = { id: text, priceAmount: number, priceCurrency: text, priceUnit: text };
  return objectOf(members, { closed: isClosed(line) });
}

function description(line: SchemaLine): Schema {
  // Further members are accepted here in every version.
  return objectOf({ purpose: text, usage: text, limitations: text, ...annotations(line) });
}

type Line3 = Exclude<SchemaLine, '2.2'>;

function contract(line: Line3): Schema {
  const members = {
    apiVersion: text,
    kind: { const: 'DataContract' },
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
    roles: listOf(role(line)),
    support: listOf(support(line)),
    price: price(line),
    slaDefaultElement: text,
    slaProperties: listOf(serviceLevel(line)),
    contractCreatedTs: text,
    ...annotations(line),
    ...(line === '3.2' ? { context: { type: ['string', 'object'] } } : {}),
  };
  const always = ['apiVersion', 'kind', 'id', 'version'];
  const required = line === '3.2' ? always : [...always, 'status'];
  const $defs = {
    quality: qualityRule(line),
    property: property(line, ['name']),
    item: property(line, []),
  };
  return { ...objectOf(members, { required, closed: true }), $defs };
}

/** ODCS 2.2 closed nothing, and much of it is free text; only what is read is looked at. */
function oldContract(): Schema {
  const column = objectOf(
    { column: text, logicalType: text, physicalType: text },
    { required: ['column'] },
  );
  const dataset = objectOf({ table: text, columns: listOf(column) }, { required: ['table'] });
  const members = {
    apiVersion: text,
    kind: { const: 'DataContract' },
    uuid: text,
    version: text,
    status: text,
    tags: texts,
    dataset: listOf(dataset),
    stakeholders: listOf(openObject),
    slaProperties: listOf(openObject),
    customProperties: listOf(openObject),
  };
  return objectOf(members, { required: ['apiVersion', 'kind', 'uuid', 'version', 'status'] });
}

/**
 * Our JSON Schema (2020-12) of the documents of one line of ODCS: required members, closed objects and the types of all
 * members. What depends on the type of a server or of a quality rule is left open.
 */
export function contractSchema(line: SchemaLine): Schema {
  return line === '2.2' ? oldContract() : contract(line);
}
