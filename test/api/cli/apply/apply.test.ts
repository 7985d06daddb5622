import fs from 'node:fs';
import path from 'node:path';
import { contract, product, team } from '../../../support/builders/contracts.ts';
import { newFolder, writeInto } from '../../../support/cli/folders.ts';
import { runCli } from '../../../support/cli/run-cli.ts';
import type { CliOptions } from '../../../support/cli/run-cli.ts';
import { newOrganizationKey } from '../../../support/builders/imports.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** A catalog of its own, and a folder of documents of it. */
async function newCatalog(name: string) {
  const key = await newOrganizationKey(api, name);
  const workingDir = newFolder({
    'catalog/products/shop.odps.yaml': product('shop', ['orders']),
    'catalog/contracts/orders.odcs.yaml': `# kept\n${JSON.stringify(contract('orders'), undefined, 2)}\n`,
    'catalog/teams/checkout.yaml': team('checkout', { parent: 'trade' }),
    'catalog/teams/trade.json': team('trade'),
    'catalog/tags.yaml': { resource: 'tags', id: 'pii', document: { id: 'pii', name: 'pii' } },
    'catalog/README.md': 'No document',
  });
  const env = { CONCORDAT_URL: api.address, CONCORDAT_API_KEY: key };
  const run = (words: string[], options: CliOptions = {}) =>
    runCli(words, { env, workingDir, ...options });
  const get = (at: string) => api.send('GET', `/api/${at}`, { key });
  return { key, workingDir, run, get };
}

const applied = ['apply', '-f', 'catalog', '--output', 'json'];
const countsOf = (out: string) => {
  const { results: _, ...counts } = JSON.parse(out);
  return counts;
};

describe('concordat apply', () => {
  it('stores documents in the order of their references, byte for byte, and changes nothing the second time', async () => {
    const { run, get, workingDir } = await newCatalog('apply-twice');
    const first = await run(applied);
    expect([first.error, first.code]).toEqual(['', 0]);
    const all = { documents: 5, updated: 0, deleted: 0, failed: 0 };
    expect(countsOf(first.out)).toEqual({ ...all, created: 5, unchanged: 0 });
    const file = path.join(workingDir, 'catalog/contracts/orders.odcs.yaml');
    const stored = await get('datacontracts/orders/datacontract.yaml');
    expect(stored.text).toBe(fs.readFileSync(file, 'utf8'));
    const second = await run(applied);
    expect(countsOf(second.out)).toEqual({ ...all, created: 0, unchanged: 5 });
    expect(JSON.parse(second.out).results).toEqual([]);
    const people = await run(['apply', '-f', 'catalog']);
    expect(people.error).toContain('5 documents: 0 created, 0 updated, 5 unchanged');
  });

  it('updates what differs, tells the impact, and keeps a changed comment without a revision', async () => {
    const { run, get, workingDir } = await newCatalog('apply-changes');
    await run(applied);
    const changed = contract('orders', { schema: [{ name: 'orders', properties: [] }] });
    writeInto(workingDir, 'catalog/contracts/orders.odcs.yaml', changed);
    const teamFile = path.join(workingDir, 'catalog/teams/checkout.yaml');
    fs.appendFileSync(teamFile, '# A new comment\n');
    const { out, code } = await run(['apply', '-f', 'catalog']);
    expect([out, code]).toEqual(['updated datacontracts/orders (major change)\n', 0]);
    const stored = await get('teams/checkout/team.yaml');
    expect(stored.text).toContain('# A new comment');
    expect((await get('teams/checkout/versions')).json).toHaveLength(1);
  });

  it('shows differences and refusals in a dry run, and stores nothing', async () => {
    const { run, get, workingDir } = await newCatalog('apply-dry');
    writeInto(workingDir, 'catalog/teams/broken.yaml', '# first\nid: broken\ntype: Team\n');
    const fresh = await run(['apply', '-f', 'catalog', '--dry-run']);
    expect(fresh.code).toBe(1);
    expect(fresh.out).toContain('create datacontracts/orders');
    expect(fresh.out).toContain('--- /dev/null\n+++ catalog/teams/checkout.yaml');
    expect(fresh.out).toContain('failed teams/broken (catalog/teams/broken.yaml:1)');
    expect(fresh.out).toContain('catalog/teams/broken.yaml:2:1: name');
    expect((await get('teams')).json).toEqual([]);
    fs.rmSync(path.join(workingDir, 'catalog/teams/broken.yaml'));
    await run(applied);
    writeInto(workingDir, 'catalog/teams/checkout.yaml', team('checkout', { parent: null }));
    const { out } = await run(['apply', '-f', 'catalog', '--dry-run', '--output', 'json']);
    const { diffs, ...dry } = JSON.parse(out);
    expect(dry).toMatchObject({ dryRun: true, updated: 1, unchanged: 4 });
    expect(diffs[0].name).toBe('teams/checkout');
    expect(diffs[0].diff).toContain('-parent: trade\n+parent: null\n');
  });

  it('deletes what no file has only if its number was typed, dependents first', async () => {
    const { run, get, workingDir } = await newCatalog('apply-prune');
    await run(applied);
    for (const name of ['products/shop.odps.yaml', 'contracts/orders.odcs.yaml']) {
      fs.rmSync(path.join(workingDir, 'catalog', name));
    }
    // Both kinds occur, so that both are pruned.
    writeInto(workingDir, 'catalog/contracts/other.yaml', contract('other'));
    writeInto(workingDir, 'catalog/products/other.yaml', product('other', ['other']));
    const rehearsed = await run(['apply', '-f', 'catalog', '--prune', '--dry-run']);
    expect(rehearsed.out).toMatch(/^delete dataproducts\/shop$/m);
    expect(rehearsed.out).toMatch(
      /^delete datacontracts\/orders: refused as things are: .* in use/m,
    );
    const unasked = await run(['apply', '-f', 'catalog', '--prune']);
    expect([unasked.code, unasked.error]).toEqual([64, expect.stringContaining('--prune-count 2')]);
    expect((await get('datacontracts/other')).status).toBe(404);
    const wrong = await run(['apply', '-f', 'catalog', '--prune', '--prune-count', '3']);
    expect(wrong.code).toBe(64);
    const theirs = await run([...applied, '--prune', '--prune-team', 'trade']);
    expect(countsOf(theirs.out)).toMatchObject({ created: 2, deleted: 0 });
    const pruned = await run([
      ...applied,
      '--prune',
      '--prune-team',
      'checkout',
      '--prune-count',
      '2',
    ]);
    expect(JSON.parse(pruned.out).results).toEqual([
      { resource: 'dataproducts', id: 'shop', status: 'deleted' },
      { resource: 'datacontracts', id: 'orders', status: 'deleted' },
    ]);
    expect((await get('datacontracts/orders')).status).toBe(404);
    expect((await get('datacontracts/other')).status).toBe(200);
  });

  it('refuses unknown kinds, ids that occur twice, and calls without files', async () => {
    const { run, workingDir } = await newCatalog('apply-usage');
    writeInto(workingDir, 'catalog/mystery.yaml', { id: 'x' });
    const unknown = await run(applied);
    expect([unknown.code, unknown.error]).toEqual([
      1,
      expect.stringContaining('catalog/mystery.yaml'),
    ]);
    expect((await run([...applied, '--skip-unknown'])).code).toBe(0);
    writeInto(workingDir, 'catalog/teams/again.yaml', team('trade'));
    const twice = await run([...applied, '--skip-unknown']);
    expect(twice.code).toBe(1);
    expect(twice.error).toContain('teams/trade is in catalog/teams/again.yaml:1 and in');
    expect((await run(['apply'])).code).toBe(64);
  });
});

describe('concordat diff', () => {
  it('ends with 2 if there is a difference', async () => {
    const { run, workingDir } = await newCatalog('diff');
    expect((await run(['diff', '-f', 'catalog'])).code).toBe(2);
    await run(applied);
    expect(await run(['diff', '-f', 'catalog'])).toMatchObject({ code: 0, out: '' });
    writeInto(workingDir, 'catalog/teams/trade.json', team('trade', { description: 'New' }));
    const { out, code, error } = await run(['diff', '-f', 'catalog']);
    expect([code, error]).toEqual([2, '1 of 5 documents differs.\n']);
    expect(out).toContain('+description: New');
  });
});

describe('concordat export and import', () => {
  it('write files that apply leaves as they are, and a stream that another catalog accepts', async () => {
    const { run, workingDir } = await newCatalog('export');
    await run(applied);
    await run(['export', '--dir', 'copy']);
    writeInto(workingDir, 'copy/teams/former.yaml', 'id: former\n');
    expect((await run(['export', 'team', '--dir', 'copy'])).error).toBe(
      'The catalog has no document for 1 file of copy: teams/former.yaml.\n',
    );
    fs.rmSync(path.join(workingDir, 'copy/teams/former.yaml'));
    expect(fs.readdirSync(path.join(workingDir, 'copy')).sort()).toEqual([
      'datacontracts',
      'dataproducts',
      'tags',
      'teams',
    ]);
    const again = await run(['apply', '-f', 'copy', '--output', 'json']);
    expect(countsOf(again.out)).toMatchObject({ documents: 5, unchanged: 5 });
    const exported = await run(['export', 'team', 'contract']);
    writeInto(workingDir, 'stream.ndjson', exported.out);
    const key = await newOrganizationKey(api, 'imported');
    const env = { CONCORDAT_URL: api.address, CONCORDAT_API_KEY: key };
    const dry = await run(['import', 'stream.ndjson', '--dry-run'], { env });
    expect(dry.error).toContain('3 documents: 3 created');
    const piped = await run(['import', '-'], { env, stdin: exported.out });
    expect([piped.code, piped.error]).toEqual([
      0,
      '3 documents: 3 created, 0 updated, 0 unchanged, 0 failed.\n',
    ]);
    const yaml = await run(['export', 'teams', '--format', 'yaml'], { env });
    expect(yaml.out).toContain('resource: teams');
    expect((await run(['export', 'unicorns'], { env })).code).toBe(64);
    const blocked = path.join(workingDir, 'stream.ndjson', 'copy');
    const refused = await run(['export', 'teams', '--dir', blocked]);
    expect(refused.code).toBe(1);
    expect(refused.error).toContain(`Nothing can be written to ${blocked}/teams (ENOTDIR`);
    expect(refused.error).toContain('name another place with --dir');
  });
});
