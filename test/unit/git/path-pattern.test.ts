import { matchesPath } from '../../../domain/git/path-pattern.ts';

it.each([
  ['a/*.yaml', 'a/b.yaml', true],
  ['a/*.yaml', 'a/b/c.yaml', false],
  ['a/**/*.yaml', 'a/b.yaml', true],
  ['a/**/*.yaml', 'a/b/c/d.yaml', true],
  ['**', 'a/b', true],
  ['**/x/**/y', 'x/x/z/y', true],
  ['**/x/**/y', 'z/y', false],
  ['a?c', 'abc', true],
  ['a?c', 'a/c', false],
  ['a?c', 'ac', false],
  ['*', '.hidden', true],
  ['a.yaml', 'axyaml', false],
  ['*a*b*', 'xxaxxbxx', true],
])('%s matches %s: %s', (pattern, path, matches) => {
  expect(matchesPath(pattern, path)).toBe(matches);
});

it('needs no long time for any pattern', () => {
  const start = performance.now();
  expect(matchesPath(`${'*a'.repeat(250)}b`, 'a'.repeat(1000))).toBe(false);
  expect(matchesPath(`${'**/a/'.repeat(100)}b`, 'a/'.repeat(499))).toBe(false);
  expect(performance.now() - start).toBeLessThan(1000);
});
