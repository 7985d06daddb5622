import fs from 'node:fs';
import path from 'node:path';
import addFormats from 'ajv-formats';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { isAddressTemplate } from '../../../domain/standards/address-template.ts';
import { createSchemaCheck } from '../../../domain/standards/create-validator.ts';
import { contractSchema } from '../../../domain/standards/odcs/schema.ts';
import { contractLineOf } from '../../../domain/standards/versions.ts';
import { changed, valuePaths } from '../../support/value-paths.ts';

/** The official schemas live beside the repository. */
const folder = path.resolve(process.cwd(), '../shared/standards/schemas/odcs');
const hasSchemas = fs.existsSync(folder);
/** Skipped tests are listed with their names, so the name says why. */
const describeWithSchemas = (name: string, tests: () => void): void => {
  if (hasSchemas) describe(name, tests);
  else describe.skip(`(no official schemas of ODCS beside the repository) ${name}`, tests);
};

type Schema = any;

const files: Record<string, string> = {
  'v2.2.1': 'odcs-json-schema-v2.2.1.json',
  'v2.2.2': 'odcs-json-schema-v2.2.2.json',
  'v3.0.0': 'odcs-json-schema-v3.0.0.json',
  'v3.0.1': 'odcs-json-schema-v3.0.1.json',
  'v3.0.2': 'odcs-json-schema-v3.0.2.json',
  'v3.1.0': 'odcs-json-schema-v3.1.0.json',
  'v3.2.0': 'odcs-json-schema-v3.2.0-reconstructed.json',
};

/**
 * The official schema with our kept differences written into it. Beside these we take what the values of this test do
 * not hold: placeholders and globs in addresses of servers (corpus.test.ts).
 */
function withKeptDifferences(version: string): Schema {
  const schema: Schema = JSON.parse(
    fs.readFileSync(path.join(folder, files[version] ?? ''), 'utf8'),
  );
  const parts = schema.$defs;
  if (version.startsWith('v2')) {
    // 2.2.1 and 2.2.2 differ by slips; both spellings are taken in both.
    parts.Column.properties.isPrimaryKey = { type: ['boolean', 'string'] };
    const listOfTexts = { type: ['string', 'array'], items: { type: 'string' } };
    parts.Dataset.properties.description = listOfTexts;
    parts.Pricing.properties.priceAmount = { type: ['number', 'string'] };
    const { properties } = parts.ServiceLevelAgreementProperty;
    properties.value = properties.valueExt = { type: ['number', 'string'] };
  }
  if (version.startsWith('v3.0')) {
    // No other schema has a number for the name of a schema.
    parts.ServerSource.DuckdbServer.properties.schema = { type: ['string', 'integer'] };
  }
  if (version === 'v3.0.0' || version === 'v3.0.1') {
    // These ask for `staging_dir`, which the text of the standard does not know.
    parts.ServerSource.AthenaServer.required = ['schema'];
  }
  return schema;
}

const written: Record<string, unknown> = {
  uri: 'https://example.com/page',
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
};

/** A value with every member that a part of the schema knows; parts that contain themselves are left out. */
function sample(part: Schema, root: Schema, above: readonly string[] = []): any {
  if (part.$ref) {
    const name: string = part.$ref;
    if (above.includes(name)) return undefined;
    const target = name
      .split('/')
      .slice(1)
      .reduce((at, key) => at[key], root);
    return sample({ ...target, ...part, $ref: target.$ref }, root, [...above, name]);
  }
  if (part.enum) return part.enum[0];
  if (part.pattern) return part.pattern.includes('sftp') ? 'sftp://example.com/a' : 'a_1';
  if (part.format) return written[part.format];
  if (part.properties) {
    const members = Object.entries(part.properties)
      .map(([name, member]) => [name, sample(member, root, above)] as const)
      .filter(([, value]) => value !== undefined);
    return Object.fromEntries(members);
  }
  const [first] = part.oneOf ?? part.anyOf ?? [];
  if (first) return sample(first, root, above);
  if (part.type === 'array')
    return [sample(part.items, root, above)].filter((item) => item !== undefined);
  if (part.type === 'object') return {};
  return part.type === 'boolean' ? true : ['integer', 'number'].includes(part.type) ? 5 : 'text';
}

const operators = {
  mustBe: 1,
  mustNotBe: 'x',
  mustBeGreaterThan: 1,
  mustBeGreaterOrEqualTo: 1,
  mustBeLessThan: 1,
  mustBeLessOrEqualTo: 1,
  mustBeBetween: [1, 2],
  mustNotBeBetween: [1, 2],
};

const ofRules = {
  metric: 'rowCount',
  rule: 'countCheck',
  arguments: {},
  query: 'select 1',
  engine: 'soda',
  implementation: 'checks',
  ...operators,
};

/** Rules of every type, and what each of them may not have, one member at a time. */
function rules(): object[] {
  const plain = [
    {},
    { type: 'text' },
    { type: 'library', metric: 'rowCount', rule: 'countCheck', mustBe: 1 },
    { type: 'sql', query: 'select 1', mustBeBetween: [1, 2] },
    { type: 'custom', engine: 'soda', implementation: {} },
    { metric: 'nullValues', rule: 'nullCheck', mustBeLessThan: 5, arguments: {} },
    { type: 'sql', metric: 'nullValues', query: 'select 1', mustBe: 1 },
    { type: 'custom', metric: 'rowCount', engine: 'a', implementation: 'b', mustBe: 1 },
  ];
  const widened = plain.flatMap((rule) =>
    Object.entries(ofRules).map(([name, value]) => ({ ...rule, [name]: value })),
  );
  const compared = Object.entries(operators).map(([name, value]) => ({
    type: 'library',
    metric: 'rowCount',
    rule: 'countCheck',
    [name]: value,
  }));
  return [...plain, ...widened, ...compared];
}

/** Properties of every type with their options, with and without each member that belongs to one type only. */
function properties(root: Schema): object[] {
  const base = root.$defs.SchemaBaseProperty;
  const conditions = base.allOf.filter((rule: Schema) => rule.if);
  const types: string[] = [...base.properties.logicalType.enum, undefined];
  const optionsOf = (type: string | undefined) =>
    conditions
      .filter((rule: Schema) => JSON.stringify(rule.if).includes(`"const":"${type}"`))
      .map((rule: Schema) => rule.then.properties.logicalTypeOptions)
      .map((options: Schema) => options && sample(options, root))[0];
  const nested = { logicalType: 'string', name: 'inner' };
  const belongings = {
    properties: [nested],
    items: { logicalType: 'integer' },
    map: { key: nested, value: { logicalType: 'object', properties: [nested] } },
    enum: [{ value: 1 }, { value: 'a' }],
  };
  return types.flatMap((logicalType) => {
    const named = { name: 'p', ...(logicalType && { logicalType }) };
    const options = optionsOf(logicalType);
    const full = options ? { ...named, logicalTypeOptions: options } : named;
    const single = Object.entries(options ?? {}).map(([name, value]) => ({
      name: 'q',
      logicalTypeOptions: { [name]: value },
    }));
    const added = Object.entries(belongings).map(([name, value]) => ({ ...full, [name]: value }));
    return [
      full,
      { ...full, map: belongings.map, logicalTypeOptions: { a: 1 } },
      ...single,
      ...added,
    ];
  });
}

const references = [
  'a.b',
  'a.b.c',
  'a-b.c',
  'schema/x/properties/y',
  '/schema/x',
  'file.yaml#schema/x',
  'f.yml#s/x',
  'a',
  'a.',
];

function relationships(): object[] {
  const sides = [...references, ['a.b'], ['a.b', 'schema/x/properties/y'], [], [5]];
  return [
    ...sides.map((to) => ({ to, type: 'foreignKey', id: 'r' })),
    ...sides.flatMap((to) => ['a.b', ['a.b']].map((from) => ({ from, to }))),
  ];
}

/** Documents of a version that hold, all together, every member that its schema knows. */
function documents(version: string, root: Schema): object[] {
  const whole = { ...sample(root, root), apiVersion: version, kind: 'DataContract' };
  if (version.startsWith('v2')) return [whole];
  const base = {
    apiVersion: version,
    kind: 'DataContract',
    id: 'c',
    version: '1',
    status: 'active',
  };
  const of = (table: object): object => ({ ...base, schema: [{ name: 't', ...table }] });
  const serverOf = (type: string, source: string): object => {
    const common = sample(root.$defs.Server, root);
    return { ...base, servers: [{ ...common, ...sample({ $ref: source }, root), type }] };
  };
  const { schema: _schema, servers: _servers, ...others } = whole;
  const { relationships: _related, ...table } = sample(root.$defs.SchemaObject, root);
  const element = sample(root.$defs.SchemaElement, root);
  const plain = {
    ...sample({ properties: root.$defs.SchemaBaseProperty.properties }, root),
    ...element,
  };
  const { logicalTypeOptions: _options, relationships: _own, ...property } = plain;
  return [
    others,
    { ...others, team: [sample(root.$defs.TeamMember ?? root.$defs.Team, root)] },
    ...(root.$defs.Context
      ? [{ ...base, context: sample(root.$defs.Context.oneOf[1], root) }]
      : []),
    of({ ...table, ...element, quality: [], properties: [] }),
    of({
      properties: [
        { ...property, quality: [{ ...sample(root.$defs.DataQuality, root), type: 'text' }] },
      ],
    }),
    ...root.$defs.Server.allOf.map((rule: Schema) =>
      serverOf(rule.if.properties.type.const, rule.then.$ref),
    ),
    ...properties(root).flatMap((one) => [
      of({ properties: [one] }),
      of({ properties: [{ name: 'outer', logicalType: 'array', items: one }] }),
    ]),
    ...rules().map((rule) => of({ quality: [rule] })),
    ...relationships().flatMap((one) => [
      of({ relationships: [one] }),
      of({ properties: [{ name: 'p', relationships: [one] }] }),
    ]),
  ];
}

const values = [undefined, null, -1.5, 5, true, 'text', '', [], ['text'], { unknown: 1 }];

/** What every document has is changed in the first one only. */
function* changes(document: object, isFirst: boolean): Generator {
  for (const { at, value } of valuePaths(document)) {
    if (at.length === 0 || ['apiVersion', 'kind'].includes(String(at[0]))) continue;
    if (!isFirst && ['id', 'version', 'status'].includes(String(at[0]))) continue;
    for (const other of values) yield changed(document, at, other);
    if (typeof value === 'object' && !Array.isArray(value))
      yield changed(document, [...at, 'unknown'], 1);
  }
}

/** Members that the schema names anywhere and that stand in none of the documents. */
function unseen(root: Schema, documents: readonly unknown[]): string[] {
  const schemas = valuePaths(root).filter(({ at }) => at.at(-1) === 'properties');
  const known = new Set(schemas.flatMap(({ value }) => Object.keys(value as object)));
  for (const { at } of documents.flatMap((document) => valuePaths(document))) {
    known.delete(String(at.at(-1)));
  }
  return [...known];
}

describeWithSchemas('a data contract with one change', () => {
  it.each(Object.keys(files))('gets the official verdict as %s, wherever it is', (version) => {
    const root = hasSchemas ? withKeptDifferences(version) : {};
    // Parts stay functions of their own, and are compiled once.
    const ajv = new Ajv2019({ strict: false, inlineRefs: false, code: { optimize: false } });
    (addFormats as unknown as typeof addFormats.default)(ajv);
    const official = ajv.compile(root);
    const line = contractLineOf(version) ?? '3.2';
    // Without looking for another version that would fit, which takes ten times as long.
    const formats = { 'uri-template': isAddressTemplate };
    const ours = createSchemaCheck('ODCS', () => contractSchema(line), formats);
    const originals = documents(version, root);
    const count = { valid: 0, invalid: 0 };
    const differing: unknown[] = [];
    for (const original of originals) {
      for (const document of [original, ...changes(original, original === originals[0])]) {
        const isValid = official(document);
        count[isValid ? 'valid' : 'invalid'] += 1;
        if (isValid === ours.accepts(document)) continue;
        differing.push({ isValid, document, violations: ours.violations(document) });
      }
    }
    const valid = originals.filter((original) => official(original));
    expect(unseen(root, valid)).toEqual([]);
    expect(differing.slice(0, 2)).toEqual([]);
    expect(count.valid).toBeGreaterThan(200);
    expect(count.invalid).toBeGreaterThan(800);
  });
});
