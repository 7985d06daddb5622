import fs from 'node:fs';
import path from 'node:path';
import { access, fillForAccess } from '../../../support/builders/access.ts';
import { contract, product, team } from '../../../support/builders/contracts.ts';
import { writeInto } from '../../../support/cli/folders.ts';
import { newRepository } from '../../../support/cli/repository.ts';
import { runCli } from '../../../support/cli/run-cli.ts';
import { newOrganizationKey } from '../../../support/builders/imports.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const file = 'contracts/orders.odcs.yaml';
const orders = (change: Record<string, unknown> = {}) =>
  contract('orders', { version: '2.1.0', ...change });
const [schema] = orders()['schema'] as any[];
const broken = [{ ...schema, properties: schema.properties.slice(0, 1) }];

/** A repository and a catalog that hold the same, in which team `marketing` uses the contract. */
async function newWork(name: string) {
  const key = await newOrganizationKey(api, name);
  await fillForAccess(api, key);
  const send = (method: string, at: string, body?: unknown) =>
    api.send(method, `/api/${at}`, { key, ...(body !== undefined && { body }) });
  await send('PUT', 'access/a1', access('a1', { status: 'approved' }));
  const repository = newRepository({
    [file]: orders(),
    'products/shop.odps.yaml': product('shop', ['orders', 'orders']),
    'teams/checkout.yaml': team('checkout'),
  });
  const env = { CONCORDAT_URL: api.address, CONCORDAT_API_KEY: key };
  const run = (...words: string[]) =>
    runCli(['changes', ...words], { env, workingDir: repository.folder });
  const write = (at: string, content: unknown) => writeInto(repository.folder, at, content);
  return { ...repository, run, write, send };
}

describe('concordat changes', () => {
  it('ends with 2 for a major change, and names the consumers that it hits', async () => {
    const { run, write, git } = await newWork('changes-major');
    expect(await run()).toMatchObject({ code: 0, error: '0 changed against main.\n' });
    write(file, orders({ schema: broken }));
    git('commit', '-q', '-am', 'Break');
    const { code, out, error } = await run('--against', 'main');
    expect([code, error]).toEqual([2, '1 changed against main, 1 must not be merged.\n']);
    expect(out).toContain(`datacontracts/orders: major, 2.1.0 → 2.1.0 (${file})`);
    expect(out).toContain('major: schema[orders].properties[status] removed');
    expect(out).toContain('hits team Team marketing (marketing) through shop/port-0');
    expect(out).toContain(
      'set the version to 3.0.0 or higher, or allow it with --allow-major orders',
    );
  });

  it('lets a major change pass that is announced or allowed', async () => {
    const { run, write } = await newWork('changes-allowed');
    write(file, orders({ schema: broken }));
    expect((await run('--allow-major', 'other')).code).toBe(2);
    expect((await run('--allow-major', 'orders')).code).toBe(0);
    expect((await run('--allow-major', 'all')).code).toBe(0);
    write(file, orders({ schema: broken, version: '3.0.0' }));
    expect((await run()).code).toBe(0);
    expect((await run('--strict')).code).toBe(2);
  });

  it('judges removed, moved, new, invalid and uncommitted documents', async () => {
    const { run, write, git, folder } = await newWork('changes-all');
    git('mv', file, 'contracts/moved.odcs.yaml');
    write('new/contracts/fresh.yaml', contract('fresh'));
    const moved = await run('--output', 'json');
    expect(JSON.parse(moved.out).verdicts).toMatchObject([{ id: 'fresh', state: 'new' }]);
    expect((await run('products')).error).toContain('0 changed');
    write(
      'contracts/moved.odcs.yaml',
      `${fs.readFileSync(path.join(folder, 'contracts/moved.odcs.yaml'), 'utf8')}status: 3\n`,
    );
    const malformed = await run();
    expect([malformed.code, malformed.out]).toEqual([2, expect.stringContaining('duplicated')]);
    write('contracts/moved.odcs.yaml', { ...orders(), version: 3 });
    const wrong = await run();
    expect([wrong.code, wrong.out]).toEqual([
      2,
      expect.stringContaining('datacontracts/orders: invalid'),
    ]);
    fs.rmSync(path.join(folder, 'contracts/moved.odcs.yaml'));
    const removed = await run();
    expect(removed.code).toBe(2);
    expect(removed.out).toContain('datacontracts/orders: removed, major');
    expect(removed.out).toContain('hits team Team marketing');
    expect((await run('--allow-major', 'orders')).code).toBe(0);
  });

  it('passes minor changes, unless the catalog refuses them', async () => {
    const { run, write, send } = await newWork('changes-minor');
    write(file, orders({ schema: [schema, { name: 'returns' }] }));
    expect((await run()).code).toBe(0);
    await send(
      'PUT',
      'teams/checkout',
      team('checkout', { custom: { contractChanges: 'enforce' } }),
    );
    const refused = await run();
    expect([refused.code, refused.out]).toEqual([
      2,
      expect.stringContaining('set the version to 2.2.0'),
    ]);
  });

  it('writes JUnit, SARIF and Markdown', async () => {
    const { run, write, folder } = await newWork('changes-reports');
    write(file, orders({ schema: broken, name: 'Orders <b>|' }));
    const reports = [
      '--junit',
      'out/changes.xml',
      '--sarif',
      'changes.sarif',
      '--markdown',
      'summary.md',
    ];
    expect((await run(...reports)).code).toBe(2);
    const read = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');
    expect(read('out/changes.xml')).toContain('failures="1"');
    const [run0] = JSON.parse(read('changes.sarif')).runs;
    const [result] = run0.results;
    expect(result).toMatchObject({ ruleId: 'property-removed', level: 'error' });
    const { artifactLocation, region } = result.locations[0].physicalLocation;
    expect(artifactLocation.uri).toBe(file);
    const line = read(file).split('\n')[region.startLine - 1];
    expect(line).toContain('properties');
    expect(read('summary.md')).toContain('## ❌ Changes');
    expect(read('summary.md')).toContain('team Team marketing');
  });

  it('judges a file that cannot be read as an invalid text, in the reports too, and leaves out other files', async () => {
    const { run, write, folder } = await newWork('changes-unread');
    const text = fs.readFileSync(path.join(folder, file), 'utf8');
    write(file, `${text}\n  - : [\n`);
    write('charts/templates/deployment.yaml', '{{ if .Values.on }}\na: [\n');
    const { code, out } = await run('--junit', 'changes.xml', '--sarif', 'changes.sarif');
    expect([code, out]).toEqual([
      2,
      expect.stringMatching(/^datacontracts\/orders: invalid .* not acceptable YAML/),
    ]);
    expect(out).not.toContain('deployment');
    expect(fs.readFileSync(path.join(folder, 'changes.xml'), 'utf8')).toContain('errors="1"');
    const sarif = fs.readFileSync(path.join(folder, 'changes.sarif'), 'utf8');
    const [{ locations }] = JSON.parse(sarif).runs[0].results;
    expect(locations[0].physicalLocation).toMatchObject({
      artifactLocation: { uri: file },
      region: { startLine: expect.any(Number) },
    });
    write(file, text);
    write('elsewhere/new.yaml', 'kind: DataContract\nid: [\n');
    expect(await run()).toMatchObject({
      code: 2,
      out: expect.stringMatching(/datacontracts\/new: .*no YAML/),
    });
  });

  it('says which id of --allow-major no document has', async () => {
    const { run, write } = await newWork('changes-unused');
    write(file, orders({ schema: broken }));
    const { code, error } = await run('--allow-major', 'orders', '--allow-major', 'odrers');
    expect([code, error]).toEqual([
      0,
      '--allow-major odrers: this branch changes no such document.\n1 changed against main.\n',
    ]);
  });

  it('explains what is missing', async () => {
    const { run, folder } = await newWork('changes-missing');
    const unknown = await run('--against', 'nowhere');
    expect([unknown.code, unknown.error]).toEqual([1, expect.stringContaining('fetch-depth: 0')]);
    const misspelled = await run('contract');
    expect([misspelled.code, misspelled.error]).toEqual([
      1,
      'There is no file or folder contract, neither here nor in main.\n',
    ]);
    fs.rmSync(path.join(folder, '.git'), { recursive: true });
    expect((await run()).error).toContain('not a git repository');
  });
});
