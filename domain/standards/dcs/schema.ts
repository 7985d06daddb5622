import {
  flag,
  listOf,
  number,
  objectOf,
  oneOf,
  openObject,
  part,
  text,
  texts,
} from '../json-schema.ts';
import type { Members, Schema } from '../json-schema.ts';
import { dcsVersions } from '../versions.ts';

const named = (names: string, schema: Schema): Members =>
  Object.fromEntries(names.split(' ').map((name) => [name, schema]));

/** A map from names to objects of one schema. */
const mapOf = (schema: Schema): Schema => ({ type: 'object', additionalProperties: schema });

const info = objectOf(
  {
    ...named('title version status description owner', text),
    contact: objectOf({ name: text, url: { type: 'string', format: 'uri' }, email: text }),
  },
  { required: ['title', 'version'] },
);

/** Further members of servers were never restricted, and differ from version to version. */
const server = objectOf(
  {
    ...named(
      'type description environment host database schema account catalog project dataset topic location path format',
      text,
    ),
    port: { type: ['integer', 'string'] },
  },
  { required: ['type'] },
);

const field = objectOf({
  ...named('title description type format pattern references classification $ref', text),
  ...named('required primary primaryKey unique pii', flag),
  ...named('minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum', number),
  ...named('precision scale', number),
  enum: { type: 'array' },
  tags: texts,
  fields: mapOf(part('field')),
  items: part('field'),
  keys: part('field'),
  values: part('field'),
  quality: listOf(openObject),
  config: openObject,
});

const model = objectOf({
  ...named('title description type namespace', text),
  fields: mapOf(part('field')),
  primaryKey: texts,
  quality: listOf(openObject),
  config: openObject,
});

/**
 * JSON Schema (2020-12) of the Data Contract Specification, all versions: the members that Concordat reads, and
 * the types that all versions share. Unknown members are allowed, as in the standard itself.
 */
export function dcsSchema(): Schema {
  const members = {
    dataContractSpecification: oneOf(dcsVersions),
    id: text,
    info,
    servers: mapOf(server),
    terms: objectOf(named('usage limitations billing noticePeriod', text)),
    models: mapOf(model),
    definitions: mapOf(part('field')),
    servicelevels: openObject,
    examples: listOf(openObject),
    links: mapOf(text),
    tags: texts,
  };
  const required = ['dataContractSpecification', 'id', 'info'];
  return { ...objectOf(members, { required }), $defs: { field } };
}
