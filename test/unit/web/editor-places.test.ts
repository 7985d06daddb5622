import {
  entryAt,
  outlineOf,
  partOfField,
  pathOfPart,
  rowAt,
} from '../../../web/src/features/editor/form/outline.ts';
import { contractSections } from '../../../web/src/features/editor/form/sections.ts';
import { lineOf } from '../../../web/src/lib/yaml/line-of.ts';
import { parseText } from '../../../web/src/lib/yaml/parse.ts';

const text = `# Kept
name: Orders
description: {purpose: Sales}
servers:
  - server: db
schema:
  - name: orders
    properties:
      # the key
      - name: id
      - name: status
        quality:
          - metric: nullValues
`;
const { document, model } = parseText(text);
const rows = outlineOf(model, contractSections);

it.each([
  [['name'], 2, 1],
  [['description', 'purpose'], 3, 15],
  [['servers', 0], 5, 5],
  [['schema', 0, 'properties', 1], 11, 9],
  [['schema', 0, 'properties', 1, 'quality', 0, 'metric'], 13, 13],
  [['schema', 0, 'properties', 9, 'name'], 8, 5],
] as const)('%j is at line %d, column %d', (path, line, column) => {
  expect(lineOf(text, document, path)).toEqual({ line, column });
});

it('finds no line of what is not there at all', () => {
  expect(lineOf(text, document, ['roles', 0])).toBeUndefined();
});

it.each([
  ['schema[0].properties[1].quality[0].mustBe', 'schema.0.properties.1'],
  ['/schema/0/name', 'schema.0'],
  ['servers[0].type', 'servers'],
  ['slaProperties[0]', 'sla'],
  ['description.purpose', 'terms'],
  ['version', 'info'],
  ['unknown', 'info'],
])('the member %s is edited at %s', (field, key) => {
  expect(rowAt(rows, partOfField(field))?.key).toBe(key);
});

it('opens the entry that a path leads into', () => {
  expect(entryAt('servers.12.type', ['servers'])).toBe(12);
  expect(entryAt('servers', ['servers'])).toBeUndefined();
  expect(entryAt('serversOther.1', ['servers'])).toBeUndefined();
  expect(entryAt(undefined, ['servers'])).toBeUndefined();
});

it('knows where the rows of the tree stand in the text', () => {
  expect(pathOfPart(rows, 'info')).toEqual(['name']);
  expect(pathOfPart(rows, 'sla')).toEqual(['slaProperties']);
  expect(pathOfPart(rows, 'schema.0.properties.1')).toEqual(['schema', 0, 'properties', 1]);
  expect(pathOfPart(rows, 'schema.0.properties.2')).toEqual(['schema', 0, 'properties', 2]);
});

it.each(['a: &a\n  b: *a\n', '&a\n- *a\n', 'x: &x [{ y: [*x] }]\n'])(
  'says that an alias is within its anchor: %j',
  (circular) => {
    expect(parseText(circular)).toMatchObject({
      model: undefined,
      problems: [{ message: 'an alias is within its anchor', line: 1, column: 1 }],
    });
  },
);

it('reads aliases that are used twice', () => {
  expect(parseText('a: &a {b: 1}\nc: [*a, *a]\n').model).toEqual({
    a: { b: 1 },
    c: [{ b: 1 }, { b: 1 }],
  });
});
