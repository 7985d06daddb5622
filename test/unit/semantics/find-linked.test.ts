import { indexConcepts } from '../../../domain/ontology/ontology.ts';
import { findLinked, ownersInLink } from '../../../domain/semantics/find-linked.ts';
import { parsed } from '../ontology/parsed.ts';

const { concepts } = parsed(`
name: shop
ontology:
  - {concept: a, relationships: [{id: r1, name: b.c, roles: [{concept: Any}]}, {name: id, roles: [{concept: a.b}]}]}
  - {concept: a.b, relationships: [{name: c, roles: [{concept: Any}]}, {id: r2, name: d, roles: [{concept: Any}]}]}
  - concept: Order
    id: order
    relationships:
      - {id: r3, name: placed, roles: [{concept: DateTime}]}
      - {id: placed, name: at, roles: [{concept: Price}]}
      - {name: of, roles: [{concept: Order}]}
  - {concept: Price, id: v1.price}
`).ontology;
const index = indexConcepts(concepts);
const found = (link: string) => {
  const linked = findLinked(index, link);
  return linked && [linked.concept.name, linked.relationship?.identity];
};

it.each([
  ['order', 'Order', undefined],
  ['Order', 'Order', undefined],
  ['a.b', 'a.b', undefined],
  ['a.b.c', 'a.b', 'c'],
  ['a.b.d', 'a.b', 'r2'],
  ['a.id', 'a', 'id'],
  ['Order.of', 'Order', 'of'],
  ['order.placed', 'Order', 'placed'],
  ['order.v1.price', 'Order', 'placed'],
  ['Order.Price', 'Order', 'placed'],
])('%s is found whatever dots the names hold, by ids before names', (link, concept, property) => {
  expect(found(link)).toEqual([concept, property]);
});

it('finds nothing that nobody is called', () => {
  expect(['order.', '.order', 'a.c', 'order.nothing', ''].map(found)).toEqual(
    Array(5).fill(undefined),
  );
});

it('takes nothing that is longer than a name for one', () => {
  const link = `${'a.'.repeat(10_000)}a`;
  const owners = ownersInLink(link);
  expect(owners).toHaveLength(128);
  expect(owners.at(-1)).toHaveLength(255);
  expect(ownersInLink('a'.repeat(256))).toEqual(['a'.repeat(256)]);
});
