import { readFileSync } from 'node:fs';
import { productProcesses } from '../../../local/processes/product-process.ts';

it('starts the same processes in the same way as bin/start', () => {
  const lines = productProcesses.map(({ name, main, flags }) =>
    [`${name}:`, 'node', ...flags, `dist/${main}`].join(' '),
  );
  expect(readFileSync('Procfile', 'utf8').trim().split('\n')).toEqual(lines);
});
