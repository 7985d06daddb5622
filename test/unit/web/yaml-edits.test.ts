import * as fc from 'fast-check';
import { isCollection } from 'yaml';
import { editText } from '../../../web/src/lib/yaml/edit-text.ts';
import { editModel, valueAt } from '../../../web/src/lib/yaml/edits.ts';
import type { YamlEdit, YamlPath } from '../../../web/src/lib/yaml/edits.ts';
import { indexOf, placesOf } from '../../../web/src/lib/yaml/places.ts';
import { parseText, sameModel } from '../../../web/src/lib/yaml/parse.ts';

const edited = (text: string, ...edits: YamlEdit[]): string =>
  edits.reduce((now, edit) => editText(now, edit)?.text ?? 'does not parse', text);

const contract = `# Owned by the shop
apiVersion: v3.0.2 # the newest
id: orders
tags: [a, "b"]   # two
schema:
  # everything ordered
  - name: orders
    properties:
      - name: 'id' # the key
        logicalType: integer
      # how far it is
      - name: status
        description: >
          How far
          it is
  - name: customers
`;

describe('edits of YAML by its source', () => {
  it.each<[string, YamlEdit, string, string]>([
    [
      'sets a scalar in its quotes',
      { op: 'set', path: ['schema', 0, 'properties', 0, 'name'], value: 'order id' },
      `- name: 'id' # the key`,
      `- name: 'order id' # the key`,
    ],
    [
      'adds a member under the others',
      { op: 'set', path: ['schema', 1, 'description'], value: 'Who: all' },
      '  - name: customers\n',
      '  - name: customers\n    description: "Who: all"\n',
    ],
    [
      'adds objects that are missing',
      { op: 'set', path: ['description', 'purpose'], value: 'Sales' },
      '  - name: customers\n',
      '  - name: customers\ndescription:\n  purpose: Sales\n',
    ],
    [
      'removes a member between others',
      { op: 'remove', path: ['schema', 0, 'properties', 0, 'logicalType'] },
      '        logicalType: integer\n',
      '',
    ],
    [
      'lets the next member take the place behind a dash',
      { op: 'remove', path: ['schema', 0, 'properties', 0, 'name'] },
      `- name: 'id' # the key\n        logicalType`,
      '- logicalType',
    ],
    ['removes an entry of a flow list', { op: 'remove', path: ['tags', 0] }, '[a, "b"]', '["b"]'],
    [
      'adds an entry to a flow list',
      { op: 'insert', path: ['tags'], index: 2, value: 'c' },
      '[a, "b"]',
      '[a, "b", "c"]',
    ],
    [
      'moves an entry with the comment above it',
      { op: 'move', path: ['schema', 0, 'properties'], from: 1, to: 0 },
      `      - name: 'id' # the key
        logicalType: integer
      # how far it is
      - name: status
        description: >
          How far
          it is
`,
      `      # how far it is
      - name: status
        description: >
          How far
          it is
      - name: 'id' # the key
        logicalType: integer
`,
    ],
    [
      'renames a key',
      { op: 'rename', path: ['schema', 0, 'properties'], key: 'fields' },
      '    properties:',
      '    fields:',
    ],
    [
      'inserts an entry between others',
      { op: 'insert', path: ['schema'], index: 1, value: { name: 'lines' } },
      '  - name: customers\n',
      '  - name: lines\n  - name: customers\n',
    ],
    [
      'writes a text of several lines as a block',
      { op: 'set', path: ['id'], value: 'one\ntwo' },
      'id: orders',
      'id: |-\n  one\n  two',
    ],
  ])('%s', (_, edit, before, after) => {
    const wanted = contract.replace(before, () => after);
    expect(wanted).not.toBe(contract);
    expect(edited(contract, edit)).toBe(wanted);
    const crlf = contract.replaceAll('\n', '\r\n');
    expect(edited(crlf, edit)).toBe(wanted.replaceAll('\n', '\r\n'));
  });

  it('writes into an empty text, and changes one use of an anchor only', () => {
    const name: YamlEdit = { op: 'set', path: ['name'], value: 'Orders' };
    expect(edited('', name)).toBe('name: Orders\n');
    expect(edited('# nothing yet', name)).toBe('# nothing yet\nname: Orders\n');
    const anchored = 'a: &x one # first\nb: *x # second\n';
    expect(edited(anchored, { op: 'set', path: ['b'], value: 'two' })).toBe(
      'a: &x one # first\nb: two # second\n',
    );
    const result = edited(anchored, { op: 'set', path: ['a'], value: 'two' });
    expect(parseText(result).model).toEqual({ a: 'two', b: 'one' });
  });

  it('leaves a text alone that does not parse', () => {
    expect(editText('a: [', { op: 'set', path: ['a'], value: 1 })).toBeUndefined();
    expect(parseText('a: 1\nb: [').problems[0]).toMatchObject({ line: 2 });
  });
});

const scalar = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    'yes',
    'null',
    '1.0',
    '- a',
    '# b',
    'a: b',
    ' x ',
    'one\ntwo\n',
    '\n x',
    '&a',
    '*a',
    '',
  ),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const key = fc.constantFrom('name', 'type', 'a b', 'yes', '1', 'x: y', '#h', 'ä', "it's", '- d');
const value = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 2 }, scalar, fc.array(tie('any'), { maxLength: 3 }), tie('object')),
  object: fc.dictionary(key, tie('any'), { maxKeys: 3, noNullPrototype: true }),
}));

const texts = [
  '',
  '\ufeff# only a comment',
  '---\n# head\na: 1\n...\n',
  contract,
  contract.replaceAll('\n', '\r\n'),
  `\ufeff${contract}`,
  'a: &x {b: 1, c: [1, 2,]} # flow\nd: *x # alias\ne:\n- *x\n-   - 1 # nested\n    - 2\n',
  "\"quoted key\": \"v\\u0041\" # q\n'single': 'it''s' # s\nlong: one\n  two # end\n",
  'list:\n# above\n- a # one\n# between\n\n- b: |+ # block\n    text\n\n  # inner\n  c: >-\n    folded\n# below\n- # empty\nnext: # none\n',
  'a: !!str 5 # tag\nb: &y\n  c: 1 # c\nd: ~ # null\n? k\n: v # odd\n',
  '{a: 1, # first\n b: [x, # second\n  y], c: {} # third\n}\n# tail\n',
  'a:\n    b:\n        - c: 1\n          d: 2 # d\n          e:   # e\n            - f # f\n    g: "multi\n      line" # g\n',
];

/** All paths of a model, those of objects and lists with their kind. */
function pathsOf(model: unknown, path: YamlPath = []): YamlPath[] {
  if (typeof model !== 'object' || model === null) return [path];
  return [
    path,
    ...Object.entries(model).flatMap(([name, each]) =>
      pathsOf(each, [...path, Array.isArray(model) ? Number(name) : name]),
    ),
  ];
}

type Wish = {
  op: YamlEdit['op'];
  at: number;
  name: string;
  value: unknown;
  from: number;
  to: number;
};

/** The edit of a wish on this model, if it is possible. */
function editOf(
  model: unknown,
  { op, at, name, value: given, from, to }: Wish,
): YamlEdit | undefined {
  const paths = pathsOf(model);
  const path = paths[at % paths.length] ?? [];
  const found = valueAt(model, path);
  const length = Array.isArray(found) ? found.length : 0;
  if (op === 'set') {
    const isObject = typeof found === 'object' && found !== null && !Array.isArray(found);
    if (isObject || (path.length === 0 && !Array.isArray(found)))
      return { op, path: [...path, name], value: given };
    return path.length === 0 ? undefined : { op, path, value: given };
  }
  if (op === 'remove') return path.length === 0 ? undefined : { op, path };
  if (op === 'rename') return typeof path.at(-1) === 'string' ? { op, path, key: name } : undefined;
  if (!Array.isArray(found)) return undefined;
  if (op === 'insert') return { op, path, index: from % (length + 1), value: given };
  return length < 2 ? undefined : { op, path, from: from % length, to: to % length };
}

/** Lines (from 0) that an edit may change: those of the value, or of what holds it if nothing else is left in there. */
function touchedLines(text: string, model: unknown, edit: YamlEdit): [from: number, to: number] {
  const { document } = parseText(text);
  if (edit.op === 'move') return [-1, -1];
  let path = edit.path;
  const holder: unknown = valueAt(model, path.slice(0, -1));
  const isOnly = typeof holder === 'object' && holder !== null && Object.keys(holder).length === 1;
  if (edit.op === 'remove' && isOnly) path = path.slice(0, -1);
  if (edit.op === 'insert' && (valueAt(model, path) as unknown[]).length > 0) return [-1, -1];
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length - 1;
  for (let depth = path.length; depth > 0; depth -= 1) {
    const parent = document.getIn(path.slice(0, depth - 1), true);
    const found = isCollection(parent)
      ? placesOf(parent)[indexOf(parent, path[depth - 1] ?? '')]
      : undefined;
    if (found) return [lineOf(found.start), lineOf(Math.max(found.start, found.end - 1))];
    if (
      isCollection(parent) &&
      edit.op === 'set' &&
      depth === path.length &&
      parent.items.length > 0
    )
      return [-1, -1];
  }
  return [0, Infinity];
}

/** Comments of lines that the edit does not touch and that the text has lost. */
function lostComments(before: string, after: string, [from, to]: [number, number]): string[] {
  const lines = before.split('\n').filter((_, index) => index < from || index > to);
  const comments = lines.flatMap((line) => line.match(/# [a-z]+/gu) ?? []);
  return comments.filter((comment) => !after.includes(comment));
}

const wish = fc.record<Wish>({
  op: fc.constantFrom('set', 'set', 'remove', 'insert', 'move', 'rename'),
  at: fc.nat(40),
  name: key,
  value: value.any,
  from: fc.nat(5),
  to: fc.nat(5),
});

describe('any sequence of form edits', () => {
  it('gives YAML that parses to the same model, and keeps the comments of untouched lines', () => {
    const some = fc.tuple(
      fc.constantFrom(...texts),
      fc.array(wish, { minLength: 1, maxLength: 6 }),
    );
    fc.assert(
      fc.property(some, ([start, wishes]) => {
        let text = start;
        let model = parseText(text).model;
        for (const each of wishes) {
          const edit = editOf(model, each);
          if (edit === undefined) continue;
          const before = text;
          const touched = touchedLines(text, model, edit);
          model = editModel(model, edit);
          text = editText(text, edit)?.text ?? '';
          const same = sameModel(parseText(text).model, model);
          const lost = lostComments(before, text, touched);
          expect({ edit, before, text, same, lost }).toEqual({
            edit,
            before,
            text,
            same: true,
            lost: [],
          });
        }
      }),
      { numRuns: 1_500 },
    );
  });
});

it('tells one problem of a line that cannot be read in two ways', () => {
  expect(parseText('a: 1\n b: 2\n').problems).toEqual([
    expect.objectContaining({ line: 1, column: 4 }),
  ]);
});
