import { generatorEdition } from '../../../commands/code-generation/generator-edition.ts';

it('names the code of the generators', () => {
  expect(generatorEdition).toMatch(/^[0-9a-f]{16}$/);
});
