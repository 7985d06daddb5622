import { flag, listOf, objectOf, oneOf, text, texts } from '../json-schema.ts';
import type { Members, Schema } from '../json-schema.ts';
import { dpsVersion } from '../versions.ts';

const named = (names: string, schema: Schema): Members =>
  Object.fromEntries(names.split(' ').map((name) => [name, schema]));

/** A map of texts; other values such as `custom: { flag: true }` are invalid. */
const textMap: Schema = { type: 'object', additionalProperties: text };

const annotations: Members = { links: textMap, custom: textMap, tags: texts };

const info = objectOf(named('title owner domain description status archetype maturity', text), {
  required: ['title', 'owner'],
});

const inputPort = objectOf(
  { ...named('id name description sourceSystemId type location', text), ...annotations },
  { required: ['id', 'name', 'sourceSystemId'] },
);

const outputPort = objectOf(
  {
    ...named('id name description type status location dataContractId', text),
    server: objectOf(
      named(
        'project dataset account database schema host topic location delimiter format table view share',
        text,
      ),
    ),
    ...named('containsPii autoApprove', flag),
    ...annotations,
  },
  { required: ['id', 'name'] },
);

/** JSON Schema (2020-12) of the Data Product Specification 0.0.1, which allows unknown members. */
export function dpsSchema(): Schema {
  const members = {
    dataProductSpecification: oneOf([dpsVersion]),
    id: text,
    info,
    inputPorts: listOf(inputPort),
    outputPorts: listOf(outputPort),
    ...annotations,
  };
  return objectOf(members, { required: ['id', 'info'] });
}
