import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { access, fillForAccess } from '../../../support/builders/access.ts';
import { contract, product, team } from '../../../support/builders/contracts.ts';
import { newFolder, writeInto } from '../../../support/cli/folders.ts';
import { newRepository } from '../../../support/cli/repository.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { startWorkers } from '../../../support/servers/worker.ts';
import type { TestWorkers } from '../../../support/servers/worker.ts';

const program = path.resolve('bin/concordat.mjs');
const script = path.resolve('action/check.sh');
const data = newFolder({ 'orders.csv': 'order_id,status\n1,placed\n2,shipped\n' });

let api: TestApi;
let workers: TestWorkers;
let bin: string;
beforeAll(async () => {
  api = await startApi();
  workers = startWorkers(api, { allowedDataDirs: [data] });
  await fillForAccess(api);
  const approved = access('a1', { status: 'approved' });
  await api.send('PUT', '/api/access/a1', { body: approved });
  bin = newFolder({ concordat: `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n` });
  fs.chmodSync(path.join(bin, 'concordat'), 0o755);
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
  for (const folder of [data, bin]) fs.rmSync(folder, { recursive: true });
});

const servers = [{ server: 'files', type: 'local', path: 'orders.csv', format: 'csv' }];
const orders = (change: object = {}) =>
  contract('orders', { version: '2.1.0', servers, ...change });

/** Runs a shell script as a pipeline would; the API answers in this process meanwhile. */
function runShell(
  cwd: string,
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; text: string }> {
  const surroundings = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: cwd,
    CONCORDAT_URL: api.address,
    CONCORDAT_API_KEY: api.key,
    CONCORDAT_TESTS: 'catalog/contracts',
    ...env,
  };
  return new Promise((resolve) => {
    execFile('sh', words, { cwd, env: surroundings }, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), text: out + err });
    });
  });
}

it('checks a branch and applies it after the merge, as docs/ci.md shows', async () => {
  const { folder, git } = newRepository({
    'catalog/teams/checkout.yaml': team('checkout'),
    'catalog/contracts/orders.odcs.yaml': orders(),
    'catalog/products/shop.odps.yaml': product('shop', ['orders', 'orders']),
  });
  const apply = () => runShell(folder, ['-ec', 'concordat apply -f catalog']);
  const first = await apply();
  expect([first.code, first.text]).toEqual([0, expect.stringContaining('3 documents:')]);

  const [schema] = orders()['schema'] as any[];
  const renamed = { ...schema.properties[1], name: 'state' };
  const broken = orders({ schema: [{ ...schema, properties: [schema.properties[0], renamed] }] });
  writeInto(folder, 'catalog/contracts/orders.odcs.yaml', broken);
  git('commit', '-qam', 'Rename a property');
  const refused = await runShell(folder, [script]);
  expect(refused.code).toBe(2);
  expect(refused.text).toContain('hits team Team marketing (marketing) through shop/port-0');
  // The data has no column state, either: both reports are there although the first check said no.
  expect(refused.text).toContain('failed orders on files');
  const reports = fs.readdirSync(path.join(folder, 'concordat-reports')).sort();
  expect(reports).toEqual([
    'changes.sarif',
    'changes.xml',
    'lint.sarif',
    'lint.xml',
    'summary.md',
    'test.sarif',
    'test.xml',
  ]);
  const summary = fs.readFileSync(path.join(folder, 'concordat-reports/summary.md'), 'utf8');
  expect(summary.match(/^## .*/gm)).toEqual([
    '## ✅ Documents',
    '## ❌ Changes of data contracts and products',
    '## ❌ Contract tests',
  ]);
  const allowed = { CONCORDAT_ALLOW_MAJOR: 'orders', CONCORDAT_TESTS: '' };
  expect((await runShell(folder, [script], allowed)).code).toBe(0);

  const added = { name: 'note', logicalType: 'string' };
  const harmless = orders({
    schema: [schema, { name: 'notes', properties: [added] }],
    version: '2.2.0',
  });
  writeInto(folder, 'catalog/contracts/orders.odcs.yaml', harmless);
  git('commit', '-qam', 'Add notes instead');
  const passed = await runShell(folder, [script], { CONCORDAT_TESTS: '' });
  expect([passed.code, passed.text]).toEqual([
    0,
    expect.stringContaining('orders: minor, 2.1.0 → 2.2.0'),
  ]);
  git('checkout', '-q', 'main');
  git('merge', '-q', 'change');
  const applied = await apply();
  expect(applied.text).toContain('updated datacontracts/orders (minor change)');
  expect((await apply()).text).toContain('0 created, 0 updated, 3 unchanged');
  fs.rmSync(folder, { recursive: true });
});
