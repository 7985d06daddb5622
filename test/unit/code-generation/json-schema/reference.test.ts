import { jsonSchema } from '../../../../jobs/code-generation/generators/json-schema/generator.ts';
import { describeWithShared, generateFiles } from '../contracts.ts';
import { compareWithReference, recordingsOf } from '../differences/difference.ts';
import { jsonSchemaDifferences } from '../differences/json-schema.ts';

type Schema = Record<string, any>;

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const inside = ['properties', 'items', 'required', 'propertyNames', '$schema', '$id', '$comment'];

/** What the reference says with keywords of its own stands in a comment here. */
function saidInComment(comment = ''): Record<string, string> {
  const [, constraints = ''] = /Constraints: ([^;]*)/.exec(comment) ?? [];
  const [, classification] = /Classification: ([^;]*)/.exec(comment) ?? [];
  const [, tags] = /Tags: (.*)$/.exec(comment) ?? [];
  const isSaid = (text: string): boolean => constraints.split(', ').includes(text);
  return {
    ...(isSaid('primary key') && { primaryKey: 'true' }),
    ...(isSaid('unique') && { unique: 'true' }),
    ...(classification !== undefined && { classification }),
    ...(tags !== undefined && { tags: JSON.stringify(tags.split(', ')) }),
  };
}

function* factsOf(
  place: string,
  schema: Schema,
  isRequired: boolean,
): Iterable<[string, Record<string, string>]> {
  const types = [schema['type'] ?? []].flat();
  const plain = Object.entries(schema).filter(
    ([name, value]) =>
      !inside.includes(name) &&
      typeof value !== 'boolean' &&
      (typeof value !== 'object' || Array.isArray(value)),
  );
  const values = Object.fromEntries(plain.map(([name, value]) => [name, asText(value)]));
  const { primaryKey, unique } = schema;
  yield [
    place,
    {
      ...values,
      ...(primaryKey === true && { primaryKey: 'true' }),
      ...(unique === true && { unique: 'true' }),
      ...saidInComment(schema['$comment']),
      type: types.filter((type) => type !== 'null').join(),
      nullable: String(types.includes('null')),
      required: String(isRequired),
    },
  ];
  const required = new Set<string>(schema['required'] ?? []);
  for (const [name, member] of Object.entries({
    ...schema['properties'],
    ...schema['patternProperties'],
  }))
    yield* factsOf(`${place}.${name}`, member as Schema, required.has(name));
  if (schema['items']) yield* factsOf(`${place}[]`, schema['items'], false);
  if (typeof schema['additionalProperties'] === 'object')
    yield* factsOf(`${place}{}`, schema['additionalProperties'], false);
}

describeWithShared('JSON Schema of the reference', () => {
  it('differs only where it is meant to', () => {
    const pairs = recordingsOf('jsonschema').flatMap(({ id, contract, table, text }) => {
      const files = generateFiles(jsonSchema, contract);
      const file = files.find(({ metadata }) => metadata['table'] === table) ?? files[0];
      const recorded = JSON.parse(text) as Schema;
      // Some recordings hold the schemas of all tables.
      const reference = '$schema' in recorded ? recorded : (Object.values(recorded)[0] as Schema);
      return [
        {
          id,
          reference: new Map(factsOf('', reference, false)),
          ours: new Map(factsOf('', JSON.parse(file?.content ?? '') as Schema, false)),
        },
      ];
    });
    expect(pairs.length).toBeGreaterThan(30);
    const { unexplained, counts, expected } = compareWithReference(
      'json-schema',
      jsonSchemaDifferences,
      pairs,
    );
    expect(unexplained.slice(0, 20)).toEqual([]);
    expect(counts).toEqual(expected);
  });
});
