import { takeFree } from '../../../domain/ontology/rdf/identify.ts';

/** Counts how often somebody looks. */
class Watched extends Set<string> {
  looks = 0;
  override has(value: string): boolean {
    this.looks++;
    return super.has(value);
  }
}

test('equal names get the next free number, past those that are taken otherwise', () => {
  const taken = new Set(['name-3']);
  const names = ['name', 'name', 'name', 'other', 'name', 'name-2', 'name-2'];
  expect(names.map((name) => takeFree(name, taken))).toEqual([
    'name',
    'name-2',
    'name-4',
    'other',
    'name-5',
    'name-2-2',
    'name-2-3',
  ]);
});

test('numbers of one set are not those of another', () => {
  expect([takeFree('a', new Set(['a'])), takeFree('a', new Set(['a']))]).toEqual(['a-2', 'a-2']);
});

test('each of many equal names looks for a free number only a few times', () => {
  const taken = new Watched();
  for (let place = 0; place < 1_000; place++) takeFree('same', taken);
  expect(taken.size).toBe(1_000);
  expect(taken.looks).toBeLessThan(3_000);
});
