import { generatorEdition } from '../../../commands/code-generation/generator-edition.ts';

it('names the code of the generators, and stays while the code does', () => {
  expect(generatorEdition()).toMatch(/^[0-9a-f]{16}$/);
  expect(generatorEdition()).toBe(generatorEdition());
});
