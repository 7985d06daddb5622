import { completionsAt } from '../../../web/src/lib/yaml-completion/complete.ts';
import type { JsonSchema } from '../../../web/src/lib/yaml-completion/schema.ts';
import { publishedStandards } from '../../../domain/standards/published-schemas.ts';

const [odcs] = publishedStandards;
const schema = odcs?.schemaOf(odcs.versions.at(-1) ?? '') as unknown as JsonSchema;

/** Completes at the `|` of a text. */
function at(marked: string, of = schema) {
  const before = marked.slice(0, marked.indexOf('|'));
  const lines = marked.replace('|', '').split('\n');
  const line = before.split('\n').length;
  const column = before.length - (before.lastIndexOf('\n') + 1);
  return completionsAt(of, (number) => lines[number - 1], { line, column });
}
const labels = (marked: string, of = schema) =>
  at(marked, of)?.options.map(({ label }) => label) ?? [];

it('offers the keys of the root that are not written yet, required ones marked', () => {
  const found = labels('apiVersion: v3.1.0\nkind: DataContract\n|\nname: Orders\n');
  expect(found).toEqual(expect.arrayContaining(['servers', 'schema', 'team']));
  expect(found).not.toContain('name');
  expect(found).not.toContain('kind');
  expect(at('|')?.options.find(({ label }) => label === 'id')?.isRequired).toBe(true);
});

it('finds its place by indentation in nested lists', () => {
  const text = 'schema:\n  - name: orders\n    properties:\n      - name: id\n        log|\n';
  expect(labels(text)).toContain('logicalType');
  expect(labels(text)).not.toContain('name');
  expect(at(text)?.from).toBe(8);
  const flush = 'schema:\n- name: orders\n  properties:\n  - name: id\n    |\n';
  expect(labels(flush)).toContain('logicalType');
  expect(labels('schema:\n  - |')).toContain('properties');
});

it('offers the values of a key', () => {
  const found = labels('schema:\n  - name: orders\n    properties:\n      - logicalType: |\n');
  expect(found).toEqual(expect.arrayContaining(['string', 'integer']));
  expect(labels('kind: |')).toEqual(['DataContract']);
  expect(
    labels('schema:\n  - name: a\n    properties:\n      - name: b\n        required: |'),
  ).toEqual(['true', 'false']);
});

it('offers members of the written type only', () => {
  const servers = labels('servers:\n  - server: raw\n    type: postgres\n    |');
  expect(servers).toEqual(expect.arrayContaining(['host', 'database']));
  expect(servers).not.toContain('catalog');
});

it('offers nothing in comments, in texts, and at unknown places', () => {
  expect(at('# na|')).toBeUndefined();
  expect(at('name: Orders|')?.options ?? []).toEqual([]);
  expect(at('unknown:\n  - key: |')).toBeUndefined();
});

it('begins objects and lists on the next line, and quotes what YAML would read otherwise', () => {
  const insertOf = (label: string) =>
    at('|')?.options.find((option) => option.label === label)?.insert;
  expect(insertOf('name')).toBe('name: ');
  expect(insertOf('description')).toBe('description:\n  ');
  expect(insertOf('servers')).toBe('servers:\n  - ');
  const values = { properties: { mode: { enum: ['on: it', '1', 'plain', 2] } } };
  expect(at('mode: |', values)?.options.map(({ insert }) => insert)).toEqual([
    '"on: it"',
    '"1"',
    'plain',
    '2',
  ]);
});

it('ends in schemas that hold themselves', () => {
  const self: JsonSchema = { allOf: [{ $ref: '#' }], properties: { next: { $ref: '#' } } };
  expect(labels('next:\n  next:\n    |', self)).toEqual(['next']);
});
