import { checkOntology } from '../../../domain/ontology/read/check-ontology.ts';

const concepts = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    identity: `c${place}`,
    name: `C${place}`,
    fields: {},
    relationships: [],
  }));

test('a document has at most 200,000 concepts', () => {
  const members = { name: 'wide' };
  expect(checkOntology({ members, concepts: concepts(200_000) })).toEqual([]);
  const [fault, ...others] = checkOntology({ members, concepts: concepts(200_001) });
  expect(others).toEqual([]);
  expect(fault).toMatchObject({
    path: ['ontology'],
    message: expect.stringContaining('200001 concepts'),
  });
});
