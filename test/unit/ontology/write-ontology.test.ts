import { mergeDocuments } from '../../../domain/ontology/merge/merge-documents.ts';
import { writeOntology } from '../../../domain/ontology/write/write-ontology.ts';
import { parsed } from './parsed.ts';

const text = `# The words of the shop
name: shop   # the namespace
description: 'What we sell'

ontology:
  # --- people
  - concept: Customer   # who buys
    id: customer
    type: EntityType
    description: >-
      Somebody who
      buys
    extends: [ Any ]
    relationships:
    - name: orders
      roles:
      - concept: Order
      multiplicity: ManyToMany   # for now

    - name: called
      roles: [ { concept: String } ]

  # --- things
  - concept: Order
    type: EntityType
    tags:
      - a   # first
      - b
    # the end of Order
  - {concept: Colour, type: ValueType, extends: [String]}
  # as it was once
  - concept:
      name: Size
      type: ValueType
`;

/** What somebody else does to the namespace. */
const touch: [string, string] = ['name: shop', 'name: shop   # touched\nx-touched: 1 #'];

/** The text of the namespace after a merge; both sides are the text with replacements. */
function merged(
  namespace: readonly [string, string][],
  branch: readonly [string, string][],
  base = text,
): string {
  const sides = {
    base: parsed(base),
    namespace: parsed(replaced(base, [...namespace, [`name: shop`, `x-touched: 1\nname: shop`]])),
    branch: parsed(replaced(base, branch)),
  };
  const answer = mergeDocuments(sides);
  if (answer.outcome !== 'merged') throw new Error(JSON.stringify(answer));
  expect(answer.layout).toEqual({ reprinted: [], isReprintedWhole: false });
  return answer.parsed.text.replace('x-touched: 1\n', '');
}

function replaced(base: string, replacements: readonly [string, string][]): string {
  return replacements.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`not in the text: ${from}`);
    return now.replace(from, to);
  }, base);
}

describe('a merged text', () => {
  it.each<[what: string, changes: [string, string][]]>([
    ['a plain value', [['type: ValueType\n', 'type: EntityType\n']]],
    ['a value with a comment', [['ManyToMany   #', 'ManyToOne   #']]],
    ['a quoted value', [["'What we sell'", 'What we sold']]],
    ['an entry of a flow list', [['[ Any ]', '[ Any, Order ]']]],
    ['an entry of a block list', [['      - b\n', '      - b\n      - c\n']]],
    ['an entry less', [['      - b\n', '']]],
    ['a value in a flow entry', [['[String]}', '[String, Any]}']]],
    [
      'a new member with its comment',
      [['    id: customer\n', '    id: customer\n    # not yet\n    status: draft\n']],
    ],
    [
      'a new entry with its comment',
      [
        [
          '    # the end of Order\n',
          '    # the end of Order\n  # newest\n  - concept: New # !\n    type: "EntityType"\n',
        ],
      ],
    ],
    [
      'a new entry at the end',
      [
        [
          '      type: ValueType\n',
          '      type: ValueType\n  - concept: New\n    extends: [ Any ]\n',
        ],
      ],
    ],
    [
      'an entry removed with its comment',
      [['  # as it was once\n  - concept:\n      name: Size\n      type: ValueType\n', '']],
    ],
    [
      'a relationship removed',
      [['\n    - name: called\n      roles: [ { concept: String } ]\n', '']],
    ],
    [
      'a member of the document',
      [["'What we sell'\n", "'What we sell'\nprefixes:\n  ex: http://ex/   # ours\n"]],
    ],
    ['a name', [['name: Size', 'name: Length']]],
  ])('has the bytes of the branch for %s, and all others of the namespace', (_, changes) => {
    const expected = replaced(text, changes);
    expect(merged([], changes).replace(/'?What we sold'?/, 'What we sold')).toBe(expected);
  });

  it('has what both sides wrote', () => {
    const ours: [string, string] = ['Somebody who\n      buys', 'Anybody who\n      buys or sells'];
    const theirs: [string, string] = [
      '    id: customer\n',
      '    id: customer\n    iri: ex:C # short\n',
    ];
    expect(merged([ours], [theirs])).toBe(replaced(text, [ours, theirs]));
  });

  it.each([
    ['CRLF', (each: string) => each.replaceAll('\n', '\r\n')],
    ['a byte order mark', (each: string) => `\uFEFF${each}`],
    ['no line break at the end', (each: string) => each.trimEnd()],
    ['a marked beginning and end', (each: string) => `---\n${each}...\n`],
    ['an empty document behind it', (each: string) => `${each}---\n`],
    ['tabs behind values', (each: string) => each.replaceAll(/(?<=\S) +# /g, '\t# ')],
  ])('keeps %s', (_, as) => {
    const changes: [string, string][] = [
      ['# the end of Order\n', '# the end of Order\n  - concept: New\n    type: EntityType\n'],
      ['ManyToMany', 'ManyToOne'],
    ];
    const base = as(text);
    const branch = as(replaced(text, changes));
    const sides = {
      base: parsed(base),
      namespace: parsed(replaced(base, [touch])),
      branch: parsed(branch),
    };
    const answer = mergeDocuments(sides);
    if (answer.outcome !== 'merged') throw new Error(JSON.stringify(answer));
    expect(answer.parsed.text).toBe(replaced(branch, [touch]));
  });

  it('of JSON stays JSON', () => {
    const entry = (name: string, more = {}) => ({ concept: name, type: 'EntityType', ...more });
    const json = (...entries: object[]) =>
      JSON.stringify({ name: 'shop', ontology: entries }, undefined, 2);
    const sides = {
      base: parsed(json(entry('A'), entry('B'), entry('C'))),
      namespace: parsed(json(entry('A', { status: 'ours' }), entry('B'), entry('C'))),
      branch: parsed(json(entry('A'), entry('C', { tags: ['x'] }), entry('D'))),
    };
    const answer = mergeDocuments(sides);
    if (answer.outcome !== 'merged') throw new Error(answer.outcome);
    expect(JSON.parse(answer.parsed.text)).toEqual({
      name: 'shop',
      ontology: [entry('A', { status: 'ours' }), entry('C', { tags: ['x'] }), entry('D')],
    });
    expect(answer.parsed.text).toContain('\n    {\n      "concept": "D",');
  });
});

describe('an entry that cannot be spliced', () => {
  const anchored = parsed(
    [
      'name: s',
      'ontology:',
      '- &a',
      '  concept: A',
      '  tags: &t [x]',
      '- concept: B # kept',
      '  type: EntityType',
    ]
      .concat('- concept: C', '  tags: *t', '')
      .join('\n'),
  );
  const withTags = (name: string, tags: string[]) => ({
    ...anchored.ontology,
    concepts: anchored.ontology.concepts.map((each) =>
      each.name === name ? { ...each, fields: { ...each.fields, tags } } : each,
    ),
  });

  it('is printed anew, it alone, when it holds an alias', () => {
    const answer = writeOntology({ into: anchored, ontology: withTags('C', ['y']) });
    expect(answer).toMatchObject({ reprinted: ['C'], isReprintedWhole: false });
    expect(answer.parsed?.text).toBe(anchored.text.replace('  tags: *t\n', '  tags:\n    - "y"\n'));
  });

  it('is printed anew with those that need its anchors', () => {
    const answer = writeOntology({ into: anchored, ontology: withTags('A', ['y']) });
    expect(answer).toMatchObject({ reprinted: ['A', 'C'], isReprintedWhole: false });
    expect(answer.parsed?.text).toContain('- concept: B # kept\n  type: EntityType\n');
  });
});

describe('a text', () => {
  it('is printed as a whole only when nothing else says what it shall, and that is told', () => {
    const into = parsed('&all\nname: s\nontology: &list\n- concept: A\nmore: *list\n');
    const { ontology } = into;
    const concepts = ontology.concepts.map((each) => ({
      ...each,
      fields: { ...each.fields, status: 'x' },
    }));
    const answer = writeOntology({ into, ontology: { ...ontology, concepts } });
    expect(answer.parsed?.ontology.concepts).toEqual(concepts);
    expect(answer).toMatchObject({ isReprintedWhole: true, reprinted: ['A'] });
  });

  it('that would not be an ontology is not made', () => {
    const into = parsed('name: s\nontology:\n- concept: A\n');
    const concepts = into.ontology.concepts.map((each) => ({
      ...each,
      fields: { ...each.fields, type: 'x' },
    }));
    const answer = writeOntology({ into, ontology: { ...into.ontology, concepts } });
    expect(answer.violations).toMatchObject([{ field: 'type of the concept "A"' }]);
  });
});

describe('what is wrong with a text that nobody has', () => {
  const shop = (...lines: string[]) => parsed(['name: s', 'ontology:', ...lines, ''].join('\n'));

  it('is told by the names of concepts and relationships', () => {
    const order = '- {concept: Order, id: order}';
    const by =
      '- {concept: Order, id: order, relationships: [{name: by, roles: [{concept: Any}]}]}';
    const other =
      '- {concept: B, relationships: [{id: order.by, name: r, roles: [{concept: Any}]}]}';
    const answer = mergeDocuments({
      base: shop(order),
      namespace: shop(by),
      branch: shop(order, other),
    });
    expect(answer).toEqual({
      outcome: 'invalid',
      violations: [
        {
          field: 'the relationship "r" (id "order.by") of the concept "B"',
          message:
            'has the same id "order.by" as another relationship (the relationship "by" of the concept "Order" (id "order")): one that states none has that of its concept and name; state another id',
        },
      ],
    });
  });

  it('is told for what names a concept that is gone', () => {
    const into = shop('- concept: A', '- {concept: B, extends: [A]}');
    const ontology = { ...into.ontology, concepts: into.ontology.concepts.slice(1) };
    expect(writeOntology({ into, ontology }).violations).toEqual([
      {
        field: 'extends[0] of the concept "B"',
        message: expect.stringContaining('names the concept "A"'),
      },
    ]);
  });
});

describe('what is removed', () => {
  const commented = `# About the shop
version: "1"
name: shop
ontology:
  # Everybody we sell to,
  # and who pays

  # who buys
  # and pays
  - concept: A
    # what they order
    relationships:
      # by hand
      - name: r
        roles: [{concept: A}]
      # by mail
      - name: s
        roles: [{concept: A}]
    custom_properties:
      # how much
      x: 1
      y: 2
# --- things
  - concept: B
  # not in use
  - concept: C
`;
  const without = (...lines: string[]) =>
    replaced(
      commented,
      lines.map((each) => [each, '']),
    );
  it.each<[what: string, lines: string]>([
    [
      'first entry',
      commented.slice(commented.indexOf('  # who buys'), commented.indexOf('# --- things')),
    ],
    ['second entry', '  - concept: B\n'],
    ['last entry', '  # not in use\n  - concept: C\n'],
    ['first relationship', '      # by hand\n      - name: r\n        roles: [{concept: A}]\n'],
    ['first member of an object', '      # how much\n      x: 1\n'],
    ['first member of the document', 'version: "1"\n'],
  ])('is the %s with the comment right above it, in its column, and no other', (_, lines) => {
    const expected = without(lines);
    const { ontology } = parsed(expected);
    expect(writeOntology({ into: parsed(commented), ontology }).parsed?.text).toBe(expected);
  });

  it.each<[what: string, text: string, names: string[], left: string]>([
    ['first', 'ontology:\n- concept: A\n\n- concept: B\n', ['B'], 'ontology:\n- concept: B\n'],
    [
      'second',
      'ontology:\n- concept: A\n\n- concept: B\n\n- concept: C\n',
      ['A', 'C'],
      'ontology:\n- concept: A\n\n- concept: C\n',
    ],
    ['last', 'ontology:\n- concept: A\n\n- concept: B\n', ['A'], 'ontology:\n- concept: A\n'],
    [
      'last, with a text above that ends in blank lines',
      'ontology:\n- concept: A\n  description: |+\n    a\n\n- concept: B\n',
      ['A'],
      'ontology:\n- concept: A\n  description: |+\n    a\n\n',
    ],
    [
      'last before something else',
      'ontology:\n- concept: A\n\n- concept: B\n\nx: 1\n',
      ['A'],
      'ontology:\n- concept: A\n\nx: 1\n',
    ],
  ])('takes the blank lines with it that kept it apart (%s)', (_, text, names, left) => {
    const into = parsed(`name: s\n${text}`);
    const concepts = into.ontology.concepts.filter(({ name }) => names.includes(name));
    const answer = writeOntology({ into, ontology: { ...into.ontology, concepts } });
    expect(answer.parsed?.text).toBe(`name: s\n${left}`);
  });

  it('is, with the last entry, nothing that is said of the list', () => {
    const text = 'name: s\nontology: # all\n  # Everybody\n\n  # who buys\n  - concept: A\nx: 1\n';
    const { ontology } = parsed('name: s\nx: 1\nontology: []');
    expect(writeOntology({ into: parsed(text), ontology }).parsed?.text).toBe(
      'name: s\nontology: [] # all\n  # Everybody\n\nx: 1\n',
    );
  });
});
