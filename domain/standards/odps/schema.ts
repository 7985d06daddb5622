import { flag, listOf, text, texts, when } from '../json-schema.ts';
import type { Members, Schema } from '../json-schema.ts';
import {
  address,
  annotations,
  authoritativeDefinitions,
  closed,
  context,
  customProperties,
  day,
  instant,
  since11,
  synonyms,
} from './schema-parts.ts';
import type { ProductLine } from '../versions.ts';

/** 0.9 has annotations on management ports only. */
const portAnnotations = (line: ProductLine): Members => (line === '0.9' ? {} : annotations(line));

/**
 * The common members of data ports. Pipelines written for later versions send `id` and leave out `version`
 * whatever version they declare, so every version allows that.
 */
function dataPort(line: ProductLine): Members {
  return {
    id: text,
    name: text,
    version: text,
    contractId: text,
    ...portAnnotations(line),
    ...since11(line, { deprecated: flag }),
  };
}

/** `sourceSystemId` is no member of ODPS, but pipelines send it for ports that read a system without a contract. */
function inputPort(line: ProductLine): Schema {
  const port = closed({ ...dataPort(line), sourceSystemId: text }, ['name']);
  if (line === '1.1') return port;
  return { ...port, ...when({ required: ['sourceSystemId'] }, {}, { required: ['contractId'] }) };
}

function outputPort(line: ProductLine): Schema {
  const members = {
    ...dataPort(line),
    description: text,
    type: text,
    sbom: listOf(billOfMaterials(line)),
    inputContracts: listOf(closed({ id: text, version: text }, ['id', 'version'])),
    ...since11(line, { synonyms: synonyms(line), context: context(line) }),
  };
  return closed(members, ['name']);
}

function billOfMaterials(line: ProductLine): Schema {
  const members = { type: text, url: address };
  return line === '1.1'
    ? closed({ ...members, id: text, ...annotations(line) })
    : closed(members, ['url']);
}

function managementPort(line: ProductLine): Schema {
  const members = {
    id: text,
    name: text,
    content: text,
    type: text,
    url: address,
    channel: text,
    description: text,
    ...annotations(line),
    ...since11(line, { deprecated: flag }),
  };
  return closed(members, ['name', 'content']);
}

function support(line: ProductLine): Schema {
  const members = {
    channel: text,
    url: address,
    description: text,
    tool: text,
    scope: text,
    invitationUrl: address,
    ...annotations(line),
    ...since11(line, { id: text }),
  };
  return closed(members, ['channel', 'url']);
}

function member(line: ProductLine): Schema {
  const members = {
    username: text,
    name: text,
    description: text,
    role: text,
    dateIn: day,
    dateOut: day,
    replacedByUsername: text,
    ...annotations(line),
    ...since11(line, { id: text }),
  };
  return closed(members, line === '0.9' ? [] : ['username']);
}

/**
 * 0.9 lists people, but the schema of 1.0 also accepts documents that declare v0.9.0 and only allows the
 * object: both forms are in use, and only the object can name the owning team.
 */
function team(line: ProductLine): Schema {
  const members = {
    name: text,
    description: text,
    members: listOf(member(line)),
    ...annotations(line),
  };
  const asObject = closed(members);
  return line === '0.9'
    ? { ...asObject, type: ['object', 'array'], items: member(line) }
    : asObject;
}

function description(line: ProductLine): Schema {
  return closed({
    purpose: text,
    limitations: text,
    usage: text,
    authoritativeDefinitions: authoritativeDefinitions(line),
    customProperties: customProperties(line),
  });
}

/** JSON Schema (2020-12) of the documents of one line of ODPS. */
export function productSchema(line: ProductLine): Schema {
  const members = {
    apiVersion: text,
    kind: { const: 'DataProduct' },
    id: text,
    name: text,
    version: text,
    status: text,
    domain: text,
    tenant: text,
    description: description(line),
    tags: texts,
    authoritativeDefinitions: authoritativeDefinitions(line),
    customProperties: customProperties(line),
    inputPorts: listOf(inputPort(line)),
    outputPorts: listOf(outputPort(line)),
    managementPorts: listOf(managementPort(line)),
    support: listOf(support(line)),
    team: team(line),
    productCreatedTs: instant,
    ...since11(line, {
      type: text,
      deprecated: flag,
      synonyms: synonyms(line),
      context: context(line),
    }),
  };
  const always = ['apiVersion', 'kind', 'id'];
  return closed(members, line === '1.1' ? always : [...always, 'status']);
}
