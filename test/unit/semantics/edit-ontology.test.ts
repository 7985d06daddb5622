import { editOntology } from '../../../domain/semantics/edit-ontology.ts';
import type { OntologyEdit } from '../../../domain/semantics/edit-ontology.ts';
import { parsed } from '../ontology/parsed.ts';

/** The text after edits, each of the one before; or why one was refused. */
function after(text: string, ...edits: OntologyEdit[]): string {
  let now = text;
  for (const edit of edits) {
    const result = editOntology(now, edit, []);
    if (result.outcome === 'refused') return result.message;
    if (result.outcome === 'invalid') return JSON.stringify(result.violations);
    if (result.outcome === 'edited') now = result.text;
  }
  return now;
}

const entity = (id: string, ...properties: object[]): OntologyEdit => ({
  op: 'put-concept',
  id,
  json: { name: id, kind: 'entity', properties: properties as never },
});
const conceptsOf = (text: string) =>
  parsed(text).ontology.concepts.map(({ identity, fields }) => [identity, fields.description]);

const empty = 'name: s\nontology: []\n';

describe('a property that is written out', () => {
  const first = entity('a', { name: 'b.c', description: 'of a' });

  it('is not taken for that of another entity with the same id', () => {
    const second = entity('a.b', { name: 'c', description: 'of a.b' });
    expect(after(empty, first, second)).toBe(
      "'a.b.c' is a property of 'a', which says something else of it: name it as {ref: a.b.c}, or give the property another id.",
    );
    const own = entity('a.b', { id: 'own', name: 'c', description: 'of a.b' });
    const text = after(empty, first, own);
    expect(conceptsOf(text)).toEqual([
      ['a', undefined],
      ['a.b.c', 'of a'],
      ['a.b', undefined],
      ['own', 'of a.b'],
    ]);
    // Nor are the relationships: `a.b.c` is that of the first one.
    const [, , holder] = parsed(text).ontology.concepts;
    expect(holder?.relationships.map(({ name }) => name)).toEqual(['c 2']);
  });

  it('may be written again by the entity that has it, and as it is by others', () => {
    const changed = entity('a', { name: 'b.c', description: 'changed' });
    const same = entity('x', { id: 'a.b.c', name: 'b.c', description: 'changed' });
    expect(conceptsOf(after(empty, first, changed, same))).toEqual([
      ['a', undefined],
      ['a.b.c', 'changed'],
      ['x', undefined],
    ]);
  });

  it('does not become of an entity, nor twice in one list', () => {
    expect(after(empty, entity('a'), entity('b', { id: 'a', name: 'A' }))).toBe(
      "The concept 'a' is an entity: give the property another id.",
    );
    expect(after(empty, entity('a', { name: 'p' }, { name: 'p' }))).toBe(
      "Two properties have the id 'a.p'.",
    );
  });

  it('is named by its id where its name is the id of another concept', () => {
    const text = after(
      'name: s\nontology:\n- {concept: Other, id: Amount}\n',
      entity('a', { id: 'p', name: 'Amount' }),
    );
    const { relationships } = parsed(text).ontology.concepts.at(-2) ?? {};
    expect(relationships).toMatchObject([
      { name: 'Amount', fields: { roles: [{ concept: 'p' }] } },
    ]);
  });
});

it('a new name is followed by roles that mean the concept, and by no others', () => {
  const text = [
    'name: s\nontology:\n- {concept: A, id: a}\n- {concept: B, id: Taken, extends: [A]}\n- concept: C\n',
    '  relationships:\n  - {name: r, roles: [{concept: A}]}\n',
    '  - {name: other, roles: [{concept: A, namespace: other}]}\n',
  ].join('');
  const rename = (name: string): string => {
    const edit: OntologyEdit = { op: 'put-concept', id: 'a', json: { name } };
    const required = [['other', ['A']]] as const;
    const result = editOntology(text, edit, required);
    return result.outcome === 'edited' ? result.text : JSON.stringify(result);
  };
  const roles = (named: string) =>
    `roles: [{concept: ${named}}]}\n  - {name: other, roles: [{concept: A, namespace: other}]}\n`;
  expect(rename('New')).toContain(roles('New'));
  expect(rename('Taken')).toContain(roles('a'));
});

describe('a relationship with the id of another one', () => {
  const related = (concept: string, more = '') =>
    `- concept: ${concept}\n  relationships:\n  - {id: r, name: of ${concept}${more}, roles: [{concept: A}]}\n`;
  const text = `name: s\nontology:\n${related('A')}${related('B')}`;
  const put = (holder: string): OntologyEdit => ({
    op: 'put-relationship',
    id: 'r',
    json: { name: 'new', roles: [{ concept: holder }, { concept: 'A' }] },
  });
  const unclear =
    "Several concepts have a relationship with the id 'r': change them in the ontology itself.";

  it('is the one of the concept that its first role names', () => {
    const { concepts } = parsed(after(text, put('B'))).ontology;
    expect(concepts.map(({ relationships }) => relationships.map(({ name }) => name))).toEqual([
      ['of A'],
      ['new'],
    ]);
  });

  it('is not changed or removed when nobody can tell which one is meant', () => {
    expect(after(`${text}- concept: C\n`, put('C'))).toBe(unclear);
    expect(after(text, { op: 'delete-relationship', id: 'r' })).toBe(unclear);
  });
});
