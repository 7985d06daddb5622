import { prepareOntology } from '../../../domain/semantics/prepare-ontology.ts';

const placeOf = (...lines: string[]) => {
  const answer = prepareOntology(['name: s', 'ontology:', ...lines, ''].join('\n'));
  if (!('violations' in answer)) return 'taken';
  return answer.violations.map(({ line, column, field }) => `${line}:${column} ${field}`).join();
};

it.each([
  ['a text', ['- concept: A', '  description: "a\\0b"'], '4:3 ontology[0].description'],
  ['a list', ['- {concept: A, tags: [b, "\\uD800"]}'], '3:26 ontology[0].tags[1]'],
  ['a name', ['- concept: A', '- concept: B', '  "x\\0": 1'], '5:3 ontology[1]'],
  ['an alias', ['- concept: A', 'x: &x {y: "\\0"}', 'z: *x'], '4:8 x.y'],
])('finds where %s cannot be stored', (_, lines, place) => {
  expect(placeOf(...lines)).toBe(place);
});
