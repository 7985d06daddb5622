import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { typescript } from '../../../jobs/code-generation/generators/typescript/generator.ts';
import { writeGenerated } from './generated-folder.ts';

const compiler = path.resolve('node_modules/typescript/bin/tsc');

/** Rows of the contract with everything: the second one is wrong in each line that says so. */
const rows = `
import type { Orders } from './orders_of_the_shop';

export const row: Orders = {
  order_id: 'a',
  customer_id: 1,
  total: 1.5,
  paid: true,
  placed: '2026-01-01T00:00:00Z',
  status: 'open',
  grade: null,
  lines: [{ street: 'Main Street' }],
  matrix: [[1]],
  labels: { a: 'b' },
  'größe in cm': 3,
};

// @ts-expect-error order_id is required
export const without: Orders = { customer_id: 1, total: 1, paid: true, placed: '', lines: [] };
// @ts-expect-error closed is no allowed value
export const status: Orders['status'] = 'closed';
// @ts-expect-error a required field is never null
export const total: Orders['total'] = null;
`;

describe('tsc --strict', () => {
  const generated = writeGenerated(typescript);
  afterAll(generated.remove);

  it('finds nothing wrong with the types of public and of hostile contracts', () => {
    const { folder } = generated;
    fs.writeFileSync(path.join(folder, 'contract0', 'rows.ts'), rows);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: 'esnext',
      types: [],
      moduleResolution: 'bundler',
    };
    fs.writeFileSync(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['**/*.ts'] }),
    );
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
    expect(status).toBe(0);
    console.log(`tsc: the types of ${generated.count} contracts compile`);
  });
});
