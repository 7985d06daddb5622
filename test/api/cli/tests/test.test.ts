import fs from 'node:fs';
import path from 'node:path';
import { contract, team } from '../../../support/builders/contracts.ts';
import { newFolder, writeInto } from '../../../support/cli/folders.ts';
import { runCli } from '../../../support/cli/run-cli.ts';
import type { CliOptions } from '../../../support/cli/run-cli.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { startWorkers } from '../../../support/servers/worker.ts';
import type { TestWorkers } from '../../../support/servers/worker.ts';
import { until } from '../../../support/until.ts';

let api: TestApi;
let workers: TestWorkers;
const data = newFolder({
  'bad.csv': 'order_id,status\n1,placed\n1,\n',
  'good.csv': 'order_id,status\n1,placed\n2,placed\n',
});
beforeAll(async () => {
  api = await startApi();
  workers = startWorkers(api, { allowedDataDirs: [data] });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
  fs.rmSync(data, { recursive: true });
});

const serverOf = (name: string) => ({
  server: name,
  type: 'local',
  path: `${name}.csv`,
  format: 'csv',
});
const orders = (id: string, ...servers: string[]) =>
  contract(id, { servers: servers.map(serverOf) });

function newWork(files: Record<string, unknown>) {
  const workingDir = newFolder(files);
  const env = { CONCORDAT_URL: api.address, CONCORDAT_API_KEY: api.key };
  const run = (words: string[], options: CliOptions = {}) =>
    runCli(['test', ...words], { env, workingDir, ...options });
  const read = (name: string) => fs.readFileSync(path.join(workingDir, name), 'utf8');
  return { workingDir, run, read };
}

describe('concordat test', () => {
  it('tests every server of a file that is not in the catalog, and writes reports', async () => {
    const { run, read } = newWork({ 'contracts/fresh.odcs.yaml': orders('fresh', 'good', 'bad') });
    const reports = ['--junit', 'tests.xml', '--sarif', 'tests.sarif', '--markdown', 'tests.md'];
    const tested = await run(['contracts', ...reports]);
    expect([tested.code, tested.error]).toEqual([
      2,
      '2 tests: 1 passed, 0 with warnings, 1 failed.\n',
    ]);
    expect(tested.out).toContain('passed fresh on good (contracts/fresh.odcs.yaml): ');
    expect(tested.out).toContain('failed fresh on bad (contracts/fresh.odcs.yaml): ');
    expect(tested.out).toContain('Actual duplicate_count(order_id) was 1, expected = 0');
    expect((await api.send('GET', '/api/datacontracts/fresh')).status).toBe(404);
    expect(read('tests.xml')).toMatch(
      /<testsuite name="datacontracts\/fresh on bad" tests="\d+" failures="2"/,
    );
    expect(JSON.parse(read('tests.sarif')).runs[0].results).toHaveLength(2);
    expect(read('tests.md')).toContain('| fresh on good | passed |');
    expect((await run(['contracts/fresh.odcs.yaml', '--server', 'good'])).code).toBe(0);
  });

  it('tests a stored contract by its id, and waits for the result', async () => {
    await api.send('PUT', '/api/datacontracts/stored', { body: orders('stored', 'bad', 'good') });
    const { run } = newWork({});
    const several = await run(['stored']);
    expect([several.code, several.out]).toEqual([2, expect.stringContaining('good')]);
    const good = await run(['stored', '--server', 'good', '--output', 'json']);
    expect([good.code, JSON.parse(good.out)[0].result]).toEqual([0, 'passed']);
    const results = await api.send('GET', '/api/test-results?dataContractId=stored');
    expect(results.json).toHaveLength(1);
  });

  it('tells what is wrong with a text or a call', async () => {
    const { run, workingDir, read } = newWork({
      'contracts/wrong.yaml': { ...orders('wrong', 'good'), version: 3 },
      'teams/a.yaml': team('a'),
    });
    const wrong = await run(['contracts/wrong.yaml']);
    expect([wrong.code, wrong.out]).toEqual([
      2,
      expect.stringMatching(/contracts\/wrong\.yaml:5:1: version/),
    ]);
    const none = await run(['teams']);
    expect([none.code, none.error]).toEqual([64, expect.stringContaining('no data contract')]);
    writeInto(workingDir, 'contracts/unowned.yaml', {
      ...orders('unowned', 'good'),
      team: undefined,
    });
    const unowned = await run(['contracts/unowned.yaml']);
    expect(unowned.out).toContain('names no owner');
    expect(unowned.out).not.toMatch(/PUT|--owner-team/);
    fs.rmSync(path.join(workingDir, 'contracts/unowned.yaml'));
    await api.send('PUT', '/api/datacontracts/several', { body: orders('several', 'a', 'b') });
    expect((await run(['several'])).out).toContain("choose one with --server: 'a', 'b'");
    writeInto(workingDir, 'contracts/wrong.yaml', '- [\n');
    const unread = await run(['contracts', '--junit', 'unread.xml']);
    expect([unread.code, unread.out, unread.error]).toEqual([
      2,
      expect.stringContaining(
        'error contracts/wrong.yaml: contracts/wrong.yaml:2:1: this is no YAML',
      ),
      '1 test: 0 passed, 0 with warnings, 1 failed.\n',
    ]);
    expect(read('unread.xml')).toContain('contracts/wrong.yaml:2:1');
    expect((await run(['nowhere.yaml'])).code).toBe(1);
    expect((await run(['unknown'])).out).toContain('error unknown: ');
    expect((await run(['unknown', '--watch'])).code).toBe(64);
  });

  it('tests again when a file changes', async () => {
    const { run, workingDir } = newWork({ 'contracts/watched.yaml': orders('watched', 'bad') });
    const ended = new AbortController();
    let shown = '';
    const running = run(['contracts/watched.yaml', '--watch'], {
      signal: ended.signal,
      onOut: (text) => (shown += text),
    });
    await until('the first test', () => shown.includes('failed watched on bad'));
    writeInto(workingDir, 'contracts/watched.yaml', orders('watched', 'good'));
    await until('the second test', () => shown.includes('passed watched on good'));
    ended.abort();
    expect((await running).code).toBe(130);
  });
});

describe('concordat lint', () => {
  it('judges documents together, stores nothing, and names lines', async () => {
    const { workingDir, read } = newWork({
      'catalog/teams/new.yaml': team('new'),
      'catalog/contracts/one.yaml': contract('one', { team: { name: 'new' } }),
    });
    const env = { CONCORDAT_URL: api.address, CONCORDAT_API_KEY: api.key };
    const lint = (...words: string[]) =>
      runCli(['lint', '-f', 'catalog', ...words], { env, workingDir });
    expect(await lint()).toMatchObject({
      code: 0,
      error: '2 documents, 0 refused, 0 with warnings.\n',
    });
    writeInto(workingDir, 'catalog/contracts/one.yaml', contract('one', { version: 3 }));
    const refused = await lint('--sarif', 'lint.sarif', '--junit', 'lint.xml');
    expect([refused.code, refused.out]).toEqual([
      2,
      expect.stringContaining('catalog/contracts/one.yaml:5:1: version'),
    ]);
    const [result] = JSON.parse(read('lint.sarif')).runs[0].results;
    expect(result.locations[0].physicalLocation.region.startLine).toBe(5);
    expect((await api.send('GET', '/api/teams/new')).status).toBe(404);
    writeInto(workingDir, 'catalog/contracts/one.yaml', 'id: [\n');
    const unread = await lint('--sarif', 'lint.sarif');
    expect([unread.code, unread.error]).toEqual([
      2,
      '1 document, 0 refused, 0 with warnings, 1 unreadable file.\n',
    ]);
    expect(JSON.parse(read('lint.sarif')).runs[0].results).toHaveLength(1);
  });
});
