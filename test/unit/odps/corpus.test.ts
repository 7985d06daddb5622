import fs from 'node:fs';
import path from 'node:path';
import addFormats from 'ajv-formats';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { load } from 'js-yaml';
import { validateProduct } from '../../../domain/standards/odps/validate.ts';
import { changed, valuePaths } from '../../support/value-paths.ts';

/** Public documents with the verdict of the official schemas, and these; they live beside the repository. */
const folder = path.resolve(process.cwd(), '../shared/standards');
const hasCorpus = fs.existsSync(path.join(folder, 'corpus/VALIDITY.json'));
/** Skipped tests are listed with their names, so the name says why. */
const describeWithCorpus = (name: string, tests: () => void): void => {
  if (hasCorpus) describe(name, tests);
  else describe.skip(`(no corpus of public data products beside the repository) ${name}`, tests);
};

type Entry = { file: string; standard: string; version: string; valid: boolean };

const readJson = (file: string): unknown =>
  JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));

/** Documents that we accept although the official schema of their version does not, and why. */
const keptDifferences: Record<string, string> = {
  'corpus/invalid-odps/v1.0.0-15-outputPort-id.yaml': 'ports may carry an id in every version',
};

describeWithCorpus('public data products', () => {
  const entries = hasCorpus
    ? (readJson('corpus/VALIDITY.json') as Entry[]).filter(({ standard }) => standard === 'odps')
    : [];

  it('get the verdict of the official schema of their version, but for the kept differences', () => {
    expect(entries.length).toBeGreaterThan(30);
    const found = entries.map((entry) => {
      const document = load(fs.readFileSync(path.join(folder, entry.file), 'utf8'));
      return { file: entry.file, violations: validateProduct(document), official: entry.valid };
    });
    const differing = found.filter(
      ({ violations, official }) => (violations.length === 0) !== official,
    );
    expect(differing.map(({ file }) => file)).toEqual(Object.keys(keptDifferences));
    for (const { field, message } of found.flatMap(({ violations }) => violations)) {
      expect(`${field} ${message}`).not.toMatch(/must NOT|must have|oneOf|undefined/);
    }
  });
});

type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
};

const versions = {
  'v0.9.0': 'schemas/odps/odps-json-schema-v0.9.0.json',
  'v1.0.0': 'schemas/odps/odps-json-schema-v1.0.0.json',
  // The approved text of 1.1.0: the last published state of the schema with the two changes that came after it.
  'v1.1.0': 'schemas/odps/odps-json-schema-v1.1.0-reconstructed.json',
};

/** The official schema with our kept differences written into it: this is the whole list of them. */
function withKeptDifferences(version: string): Schema {
  const schema = readJson(versions[version as keyof typeof versions]) as Schema;
  const parts = schema.$defs ?? {};
  for (const name of ['InputPort', 'OutputPort', 'ManagementPort']) {
    const port = parts[name] as Required<Schema>;
    port.properties.id = { type: 'string' };
    port.required = port.required.filter((member) => member !== 'version');
  }
  if (version === 'v0.9.0') {
    // In use with the object of 1.0 as well, whose schema says that it reads documents of 0.9.
    const { Team } = (readJson(versions['v1.0.0']) as Required<Schema>).$defs;
    (schema as Required<Schema>).properties.team = {
      ...Team,
      type: ['object', 'array'],
      items: { $ref: '#/$defs/TeamMember' },
    };
  }
  return schema;
}

/** A document with every member that the schema knows. */
function sample(schema: Schema, root: Schema): unknown {
  if (schema.$ref) return sample(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, root);
  if (schema.enum) return schema.enum[0];
  if (schema.format === 'uri') return 'https://example.com/page';
  if (schema.format === 'date') return '2026-01-31';
  if (schema.format === 'date-time') return '2026-01-31T12:00:00Z';
  if (schema.properties) {
    const members = Object.entries(schema.properties);
    return Object.fromEntries(members.map(([name, member]) => [name, sample(member, root)]));
  }
  if (schema.type === 'array') return [sample(schema.items ?? {}, root)];
  return schema.type === 'boolean' ? true : 'text';
}

describeWithCorpus('a data product with one change', () => {
  const values = [undefined, null, 5, true, 'text', '/relative', [], {}, [5], { unknown: 1 }];

  it.each(Object.keys(versions))('gets the official verdict as %s, wherever it is', (version) => {
    const schema = withKeptDifferences(version);
    const ajv = new Ajv2019({ strict: false });
    (addFormats as unknown as typeof addFormats.default)(ajv);
    const official = ajv.compile(schema);
    const whole = { ...(sample(schema, schema) as object), apiVersion: version };
    expect(validateProduct(whole)).toEqual([]);
    const changes = valuePaths(whole)
      .filter(({ at }) => at.length > 0 && !['apiVersion', 'kind'].includes(String(at[0])))
      .flatMap(({ at, value }) => [
        ...values.map((other) => ({ at, document: changed(whole, at, other) })),
        ...(typeof value === 'object' && !Array.isArray(value)
          ? [{ at: [...at, 'unknown'], document: changed(whole, [...at, 'unknown'], 1) }]
          : []),
      ]);
    expect(changes.length).toBeGreaterThan(900);
    const refused = changes.filter(({ document }) => !official(document));
    expect(refused.length).toBeGreaterThan(400);
    const differing = changes.filter(
      ({ document }) => official(document) !== (validateProduct(document).length === 0),
    );
    expect(differing).toEqual([]);
  });
});
