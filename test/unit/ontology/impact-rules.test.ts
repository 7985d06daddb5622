import { readFileSync } from 'node:fs';
import { diffMembers, diffOntologies } from '../../../domain/ontology/merge/diff-ontologies.ts';
import { conceptRules, relationshipRules } from '../../../domain/ontology/model/impact-rules.ts';
import { conceptOf, relationshipOf } from '../../../domain/ontology/ontology.ts';
import type { Concept, Ontology } from '../../../domain/ontology/ontology.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { parsed } from './parsed.ts';

type Row = {
  on: string;
  before: JsonObject | undefined;
  after: JsonObject | undefined;
  impact: string;
};

const rows: Row[] = readFileSync('docs/ontologies.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (concept|relationship) /.test(line))
  .map((line) => {
    const [on = '', before = '', after = '', impact = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const fragment = (cell: string) =>
      cell === '' ? undefined : (JSON.parse(cell.replaceAll('`', '')) as JsonObject);
    return { on, before: fragment(before), after: fragment(after), impact };
  });

const withoutNull = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** A document with the fragment as a concept, or as a relationship of one. */
function documentOf({ on }: Row, fragment: JsonObject | undefined): Ontology {
  const concepts: Concept[] = [];
  if (on === 'concept') {
    if (fragment) concepts.push(conceptOf(withoutNull({ concept: 'C', id: 'c', ...fragment }), []));
  } else {
    const fields = fragment && { name: 'r', roles: [{ concept: 'A' }], ...fragment };
    concepts.push(conceptOf({ concept: 'C' }, fields ? [relationshipOf(fields)] : []));
  }
  return { members: { name: 's' }, concepts };
}

describe('the impact of a change', () => {
  it.each(rows)('on a $on from $before to $after is $impact, as the documentation says', (row) => {
    const changes = diffOntologies(documentOf(row, row.before), documentOf(row, row.after));
    expect(changes.map(({ impact }) => impact)).toEqual([row.impact]);
  });

  it('is documented for every rule', () => {
    const documented = (on: string) =>
      new Set(
        rows.flatMap((row) => (row.on === on ? Object.keys({ ...row.before, ...row.after }) : [])),
      );
    const known = ['uri', 'verbalizes', 'derived_by', 'requires', 'iri', 'name', 'type'];
    const missing = (on: string, rules: object) =>
      Object.keys(rules).filter((rule) => !documented(on).has(rule) && !known.includes(rule));
    expect([missing('concept', conceptRules), missing('relationship', relationshipRules)]).toEqual([
      [],
      [],
    ]);
  });
});

describe('a list of changes', () => {
  const [from, to] = [
    parsed(
      'name: s\nontology:\n- {concept: A, id: a}\n- concept: B\n  relationships: [{name: r, roles: [{concept: A}]}]\n- concept: C\n',
    ),
    parsed(
      'name: s\nx: 1\nontology:\n- {concept: D, type: ValueType}\n- {concept: A2, id: a}\n- concept: B\n  relationships: [{name: r, roles: [{concept: A2}]}, {name: t, roles: [{concept: Any}]}]\n',
    ),
  ].map(({ ontology }) => ontology) as [Ontology, Ontology];

  it('has one item per concept, with its fields and relationships', () => {
    expect(diffOntologies(from, to)).toEqual([
      {
        external_id: 'a',
        element_type: '',
        name: 'A2',
        op: 'update',
        impact: 'structural',
        fields: [{ field: 'concept', from: 'A', to: 'A2', impact: 'structural' }],
        relationships: [],
      },
      {
        external_id: 'B',
        element_type: '',
        name: 'B',
        op: 'update',
        impact: 'structural',
        fields: [],
        relationships: [
          {
            external_id: 'r',
            name: 'r',
            op: 'update',
            // It leads to the same concept by its new name.
            impact: 'structural',
            fields: [
              {
                field: 'roles',
                from: [{ concept: 'A' }],
                to: [{ concept: 'A2' }],
                impact: 'structural',
              },
            ],
          },
          {
            external_id: 't',
            name: 't',
            op: 'add',
            impact: 'additive',
            fields: [
              { field: 'name', to: 't', impact: 'additive' },
              { field: 'roles', to: [{ concept: 'Any' }], impact: 'additive' },
            ],
          },
        ],
      },
      {
        external_id: 'C',
        element_type: '',
        name: 'C',
        op: 'remove',
        impact: 'breaking',
        fields: [{ field: 'concept', from: 'C', impact: 'breaking' }],
        relationships: [],
      },
      {
        external_id: 'D',
        element_type: 'ValueType',
        name: 'D',
        op: 'add',
        impact: 'additive',
        fields: [
          { field: 'concept', to: 'D', impact: 'additive' },
          { field: 'type', to: 'ValueType', impact: 'additive' },
        ],
        relationships: [],
      },
    ]);
    expect(diffMembers(from, to)).toEqual([{ field: 'x', to: 1, impact: 'additive' }]);
  });

  it('is another address of each concept and relationship whose prefix is another one', () => {
    const at = (address: string, more = '') =>
      parsed(
        `name: s\nprefixes: {ex: "${address}", other: "http://other/"}\nontology:\n${more}- {concept: A, iri: "ex:A"}\n` +
          '- {concept: B, iri: "other:B", relationships: [{name: r, iri: "ex:r", roles: [{concept: A}]}]}\n' +
          '- {concept: C, custom_properties: {iri: "http://c/"}}\n',
      ).ontology;
    const iri = (name: string) => ({
      field: 'iri',
      from: `http://one/${name}`,
      to: `http://two/${name}`,
      impact: 'breaking',
    });
    const changes = diffOntologies(at('http://one/'), at('http://two/'));
    expect(changes).toMatchObject([
      { external_id: 'A', op: 'update', impact: 'breaking', fields: [iri('A')], relationships: [] },
      {
        external_id: 'B',
        op: 'update',
        impact: 'breaking',
        fields: [],
        relationships: [{ external_id: 'r', op: 'update', fields: [iri('r')] }],
      },
    ]);
    const { members, concepts } = at('http://one/');
    const used = { members: { ...members, prefixes: { ex: 'http://one/' } }, concepts };
    expect(diffOntologies(at('http://one/'), used).map((each) => each.external_id)).toEqual(['B']);
  });
});
