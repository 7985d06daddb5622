import { parseOntology } from '../../../domain/ontology/read/parse-ontology.ts';
import { metadataOf } from '../../../domain/ontology/ontology.ts';
import { isSameOntology } from '../../../domain/ontology/model/same-value.ts';
import { parsed } from './parsed.ts';

/** Each violation as `line:column field message`. */
function violationsOf(...lines: string[]): string[] {
  const answer = parseOntology(lines.join('\n'));
  return (answer.violations ?? []).map(
    ({ line, column, field, message }) => `${line}:${column} ${field} ${message}`,
  );
}

const shop = ['name: shop', 'ontology:', '  - concept: Order', '    type: EntityType'];

describe('an ontology', () => {
  it('is read flat and nested to the same', () => {
    const flat = parsed(
      [...shop, '    id: order', '    description: Bought', '    relationships:']
        .concat('    - name: by', '      roles: [{concept: Order}]')
        .join('\n'),
    );
    const nested = parsed(
      [
        'name: shop',
        'ontology:',
        '- relationships:',
        '  - roles: [{concept: Order}]',
        '    name: by',
      ]
        .concat('  concept:', '    name: Order', '    type: EntityType', '    description: Bought')
        .concat('    id: order')
        .join('\n'),
    );
    expect(isSameOntology(flat.ontology, nested.ontology)).toBe(true);
    expect(nested.ontology.concepts[0]).toMatchObject({ identity: 'order', name: 'Order' });
  });

  it('keeps members that nobody knows, and says what it knows', () => {
    const { ontology } = parsed(
      ['version: 0.2.0.dev0', ...shop, '    x-colour: { a: [1, null] }', 'x-root: 1']
        .concat('prefixes: { ex: "http://ex/" }', 'custom_properties:', '  display_name: Shop')
        .concat('  owner: sales', '  read_only: true')
        .join('\n'),
    );
    expect(ontology.concepts[0]?.fields['x-colour']).toEqual({ a: [1, null] });
    expect(ontology.members['x-root']).toBe(1);
    expect(metadataOf(ontology)).toMatchObject({
      name: 'shop',
      displayName: 'Shop',
      owner: 'sales',
      readOnly: true,
      prefixes: { ex: 'http://ex/' },
    });
  });

  it('may have two descriptions in the nested form', () => {
    const { ontology } = parsed(
      [
        'name: shop',
        'ontology:',
        '- concept: {name: A, description: inner}',
        '  description: outer',
      ].join('\n'),
    );
    const fields = { concept: 'A', description: 'inner', 'entry.description': 'outer' };
    expect(ontology.concepts[0]?.fields).toEqual(fields);
  });

  it('knows built-in concepts, its own by id and name, and those of required namespaces', () => {
    const text = [...shop, '    extends: [Any, order2, Order, Party]', '    relationships:']
      .concat('      - name: by', '        roles: [{concept: Person, namespace: people}]')
      .concat('  - concept: Second', '    id: order2')
      .join('\n');
    expect(violationsOf(text).map((each) => each.replace(/ but .*/, ''))).toEqual([
      '5:35 ontology[0].extends[3] names the concept "Party",',
      '8:18 ontology[0].relationships[0].roles[0].concept names the concept "Person",',
    ]);
    const required = new Map([['people', new Set(['Party', 'Person'])]]);
    expect(parseOntology(text, required).violations).toBeUndefined();
  });
});

it('a name of two quoted angle brackets is a name', () => {
  const { ontology } = parsed([...shop, '    custom_properties: {"<<": 1}'].join('\n'));
  expect(ontology.concepts[0]?.fields.custom_properties).toEqual({ '<<': 1 });
});

describe('a text that is no ontology', () => {
  const cases: [what: string, lines: string[], violation: string | RegExp][] = [
    ['no YAML', ['name: [shop'], /^1:12 {2}is not YAML: unexpected end/],
    ['two documents', [...shop, '---', 'name: other'], /^6:1 {2}is more than one YAML document/],
    ['duplicate keys', ['name: shop', 'name: other'], /^2:1 {2}has the same key twice/],
    [
      'too deep',
      [`name: ${'['.repeat(65)}${']'.repeat(65)}`],
      /nests objects and lists deeper than 64 levels/,
    ],
    ['too many aliases', ['a: &a 1', `b: [${'*a,'.repeat(101)}]`], /has more than 100 aliases/],
    [
      'an alias to itself',
      ['a: &a [*a]'],
      /^1:8 {2}has an alias \(\*name\) that refers to its own parent/,
    ],
    ['a number that is none', ['a: .nan'], /^1:4 {2}holds \.inf or \.nan, which/],
    [
      'a merge key',
      ['d: &d {description: x}', ...shop, '    custom_properties:', '      <<: *d'],
      '7:7 ontology[0].custom_properties.<< is a merge key, which is not part of YAML 1.2: write the members out',
    ],
    [
      'a merge key that stands for what is required',
      ['d: &d {concept: A}', 'name: shop', 'ontology: [{<<: *d}]'],
      /^3:13 ontology\[0\]\.<< is a merge key/,
    ],
    ['an object of concepts', ['name: s', 'ontology: {a: b}'], /^2:11 ontology must be a list: /],
    ['no concepts', ['name: s', 'ontology:'], /^2:10 ontology must be a list: /],
    ['a list', ['- name: shop'], /^1:1 {2}is not an ontology/],
    ['nothing', [''], /^1:1 {2}is not an ontology/],
    [
      'a semantic model',
      ['version: 0.1.1', 'semantic_model: []'],
      /^2:1 semantic_model is an OSI semantic model/,
    ],
    [
      'a data contract',
      ['apiVersion: v3.1.0', 'kind: DataContract'],
      /^1:1 apiVersion is a data contract/,
    ],
    ['no name', ['ontology: []'], '1:1 name is missing'],
    ['no list', ['name: shop'], /^1:1 ontology is missing/],
    [
      'an entry that is text',
      ['name: shop', 'ontology:', '- Order'],
      /^3:3 ontology\[0\] must be an object/,
    ],
    [
      'an entry without concept',
      ['name: s', 'ontology:', '- type: EntityType'],
      '3:3 ontology[0].concept is missing',
    ],
    [
      'a number as name',
      ['name: s', 'ontology:', '- concept: 5'],
      /^3:3 ontology\[0\]\.concept must be a text/,
    ],
    [
      'an unknown type',
      [...shop.slice(0, 3), '    type: Entity'],
      '4:5 ontology[0].type must be one of EntityType, ValueType',
    ],
    [
      'a text for a list',
      [...shop, '    extends: Any'],
      '5:5 ontology[0].extends must be a list of texts',
    ],
    [
      'a list for an object',
      [...shop, 'custom_properties: []'],
      '5:1 custom_properties must be an object',
    ],
    ['a list as a key', ['name: s', 'x:', '  ? [a, b]', '  : c'], /^3:5 {2}has a key that is no/],
    ['an object as a key', ['name: s', 'x: 1', '? a: b', ': c'], /^3:3 {2}has a key that is no/],
    [
      'an alias of a list as a key',
      ['x: &x [a]', 'y:', '  z: 1', '  *x : 1'],
      /^4:3 {2}has a key that is no plain text: write a text before the colon/,
    ],
    [
      'relationships of two concepts that have one id',
      ['name: s', 'ontology:', '- concept: a', '  relationships:']
        .concat('  - {name: b.c, roles: [{concept: Any}]}', '- concept: a.b', '  relationships:')
        .concat('  - {name: d, roles: [{concept: Any}]}', '  - {name: c, roles: [{concept: Any}]}'),
      '9:5 ontology[1].relationships[1] has the same id "a.b.c" as another relationship, first in line 5: one that states none has that of its concept and name; state another id',
    ],
    [
      'a relationship with the id that another one has by its name',
      ['name: s', 'ontology:', '- concept: a', '  relationships:']
        .concat('  - {name: b, roles: [{concept: Any}]}')
        .concat('  - {name: x, id: a.b, roles: [{concept: Any}]}'),
      /^6:5 ontology\[0\]\.relationships\[1\] has the same id "a\.b" as another relationship, first in line 5/,
    ],
    [
      'a name twice',
      [...shop, '  - concept: Order'],
      /^5:5 ontology\[1\] repeats "Order", first in line 3/,
    ],
    [
      'an id twice',
      [...shop, '    id: a', '  - concept: Other', '    id: a'],
      /^6:5 ontology\[1\] repeats "a", first in line 3: give each entry its own id and name/,
    ],
    [
      'a relationship twice',
      [
        ...shop,
        '    relationships:',
        '    - {name: a, roles: [{concept: Any}]}',
        '    - {name: a, roles: [{concept: Any}]}',
      ],
      /^7:7 ontology\[0\]\.relationships\[1\] repeats "a", first in line 6/,
    ],
    [
      'three roles',
      [
        ...shop,
        '    relationships:',
        '    - name: a',
        '      roles: [{concept: Any}, {concept: Any}, {concept: Any}]',
      ],
      '7:7 ontology[0].relationships[0].roles must connect two concepts, but has 3 roles: give it one role (the other concept) or two',
    ],
    [
      'no roles',
      [...shop, '    relationships:', '    - name: a'],
      '6:7 ontology[0].relationships[0].roles must connect two concepts, but has no role: give it one role (the other concept) or two',
    ],
    [
      'an unknown multiplicity',
      [
        ...shop,
        '    relationships:',
        '    - {name: a, multiplicity: Many, roles: [{concept: Any}]}',
      ],
      '6:17 ontology[0].relationships[0].multiplicity must be one of OneToOne, OneToMany, ManyToOne, ManyToMany',
    ],
    [
      'a role of nothing',
      [...shop, '    relationships:', '    - {name: a, roles: [{concept: Nothing}]}'],
      /^6:26 ontology\[0\]\.relationships\[0\]\.roles\[0\]\.concept names the concept "Nothing", but neither/,
    ],
    [
      'a parent that is nothing',
      [...shop, '    extends:', '    - Nothing'],
      /^6:7 ontology\[0\]\.extends\[0\] names the concept/,
    ],
  ];

  it.each(cases)('is told what it is: %s', (_, lines, violation) => {
    const [first, ...others] = violationsOf(...lines);
    if (typeof violation === 'string') expect(first).toBe(violation);
    else expect(first).toMatch(violation);
    expect(others).toEqual([]);
  });

  it('hears everything that is wrong, in the order of the text, and of very much the first', () => {
    const found = violationsOf(...shop, '    status: 5', '  - type: X', 'version: []');
    expect(found.map((each) => each.split(' ')[0])).toEqual(['5:5', '6:5', '6:5', '7:1']);
    const many = Array.from({ length: 100 }, () => '  - 5');
    expect(violationsOf('name: s', 'ontology:', ...many)).toHaveLength(50);
  });

  it('may have too many relationships at one concept', () => {
    const many = Array.from(
      { length: 5_001 },
      (_, n) => `    - {name: r${n}, roles: [{concept: Any}]}`,
    );
    expect(violationsOf(...shop, '    relationships:', ...many)).toEqual([
      '6:5 ontology[0].relationships has 5001 relationships; 5000 are allowed at one concept',
    ]);
  });

  it('may be a bomb of nested aliases', () => {
    const levels = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let n = 1; n < 9; n += 1) levels.push(`a${n}: &a${n} [${`*a${n - 1},`.repeat(9)}]`);
    expect(violationsOf(...levels)).toEqual([
      expect.stringMatching(/has aliases .* for too many values/),
    ]);
  });
});
