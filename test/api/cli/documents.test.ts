import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCli } from '../../support/cli/run-cli.ts';
import type { CliOptions } from '../../support/cli/run-cli.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  folder = mkdtempSync(path.join(os.tmpdir(), 'concordat-documents-'));
});
afterAll(() => api.stop());

const call = async (words: readonly string[], { env = {}, ...options }: CliOptions = {}) =>
  runCli(words, {
    ...options,
    env: { CONCORDAT_URL: api.address, CONCORDAT_API_KEY: api.key, ...env },
  });

const contract = `# who reads this?
apiVersion: v3.1.0
kind: DataContract
id: orders
version: 1.0.0
status: active
team: { name: checkout }
`;

it('stores, shows, lists and deletes documents', async () => {
  const stdin = 'id: checkout\nname: Checkout\ntype: Team\n';
  const stored = await call(['put', 'team', '-f', '-'], { stdin });
  expect(stored).toEqual({ code: 0, out: 'Stored team checkout.\n', error: '' });
  writeFileSync(path.join(folder, 'orders.yaml'), contract);
  expect(
    await call(['put', 'datacontracts', '-f', 'orders.yaml'], { workingDir: folder }),
  ).toMatchObject({ code: 0 });

  // The text with its comment, as it was sent.
  expect((await call(['get', 'contract', 'orders'])).out).toBe(contract);
  const json = await call(['get', 'contract', 'orders', '-o', 'json']);
  expect(JSON.parse(json.out)).toMatchObject({ id: 'orders', status: 'active' });

  const listed = await call(['list', 'team']);
  expect(listed.out).toMatch(/^ID +NAME +TYPE/);
  expect(listed.out).toMatch(/^checkout +Checkout +Team/m);
  const lines = await call(['list', 'contract', '--output', 'ndjson']);
  expect(
    lines.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toEqual(['orders']);

  const asked = await call(['delete', 'contract', 'orders']);
  expect(asked).toMatchObject({ code: 64, out: '' });
  expect(asked.error).toContain('--yes');
  const dry = await call(['delete', 'contract', 'orders', '--dry-run']);
  expect(dry.out).toMatch(/DataContractDeletedEvent/);
  expect(await call(['delete', 'contract', 'orders', '--yes'])).toMatchObject({ code: 0 });
  const gone = await call(['get', 'contract', 'orders']);
  expect(gone.code).toBe(1);
  expect(gone.error).toMatch(/orders.*\(404 not_found\)\n$/);
});

it('reads all pages of a list, and says when it stops before the end', async () => {
  for (let n = 0; n < 105; n += 1) {
    const id = `page-${String(n).padStart(3, '0')}`;
    await api.send('PUT', `/api/tags/${id}`, { body: { id, name: id } });
  }
  const cut = await call(['list', 'tag', '-o', 'ndjson']);
  expect(cut.out.trim().split('\n')).toHaveLength(100);
  const all = await call(['list', 'tag', '--limit', '0', '-o', 'json']);
  expect(JSON.parse(all.out)).toHaveLength(105);
  expect((await call(['list', 'tag'])).error).toContain('more than 100');
});

it('refuses a filter that the lists of a kind do not have, as the API would ignore it', async () => {
  const wrong = await call(['list', 'access', '--tag', 'a']);
  expect([wrong.code, wrong.error]).toEqual([
    64,
    'Lists of access have no filter --tag, only --status; concordat api listAccesses --help shows all.\n',
  ]);
  expect((await call(['list', 'contract', '--tag', 'a'])).code).toBe(0);
  expect((await call(['list', 'contract', '--limit', 'x'])).code).toBe(64);
});

it('prints violations with their lines, and the error of the API for programs', async () => {
  const stdin = 'id: wrong\nname: 5\ntype: Team\n';
  const refused = await call(['put', 'team', '-f', '-', '-o', 'json'], { stdin });
  expect(refused.code).toBe(1);
  expect(refused.error).toMatch(/line 2, column \d+/);
  const { error } = JSON.parse(refused.out);
  expect(error).toMatchObject({ status: 422, violations: [{ field: 'name', line: 2 }] });
});

describe('edit', () => {
  const editor = (script: string): string => {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'concordat-editor-')), 'editor.sh');
    writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return file;
  };
  beforeAll(() =>
    api.send('PUT', '/api/teams/edited', { body: { id: 'edited', name: 'Before', type: 'Team' } }),
  );

  it('stores what the editor has made of the text', async () => {
    const env = { EDITOR: editor('sed -i s/Before/After/ "$1"'), PATH: process.env['PATH'] ?? '' };
    expect(await call(['edit', 'team', 'edited'], { env })).toMatchObject({ code: 0 });
    expect((await api.send('GET', '/api/teams/edited')).json.name).toBe('After');
    const same = await call(['edit', 'team', 'edited', '--editor', 'true'], { env });
    expect(same.out).toBe('Nothing was changed.\n');
  });

  it('keeps a refused text, and does not overwrite a change of somebody else', async () => {
    const env = { PATH: process.env['PATH'] ?? '' };
    const other = `curl -s -X PUT ${api.address}/api/teams/edited -H 'x-api-key: ${api.key}' -H 'content-type: application/json' -d '{"id":"edited","name":"Other","type":"Team"}' && sed -i s/After/Mine/ "$1"`;
    const late = await call(['edit', 'team', 'edited', '--editor', editor(other)], { env });
    expect(late.code).toBe(1);
    expect((await api.send('GET', '/api/teams/edited')).json.name).toBe('Other');
    const [, kept = ''] = /kept in (\S+)\.\n/.exec(late.error) ?? [];
    expect(readFileSync(kept, 'utf8')).toContain('Mine');
    expect(readdirSync(path.dirname(kept))).toHaveLength(1);
  });
});
