import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'candidates-'));
  api = await startApi();
  workers = startWorkers(api, { allowedDataDirs: [folder] });
  for (const id of ['checkout', 'sales']) {
    await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
  }
  writeFileSync(path.join(folder, 'bad.csv'), 'order_id,status\n1,placed\n1,\n');
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
  rmSync(folder, { recursive: true });
});

const servers = [{ server: 'bad', type: 'local', path: 'bad.csv', format: 'csv' }];
const loose = [{ name: 'bad', properties: [{ name: 'order_id', logicalType: 'integer' }] }];
const strict = [
  { name: 'bad', properties: [{ name: 'order_id', logicalType: 'integer', unique: true }] },
];
const test = (id: string, body: unknown, options: { key?: string } = {}) =>
  api.send('POST', `/api/datacontracts/${id}/test-candidate`, { body, ...options });

describe('POST /api/datacontracts/:id/test-candidate', () => {
  it('tests a text that is not in the catalog, and stores no contract', async () => {
    const answer = await test('unknown', contract('unknown', { servers, schema: strict }));
    expect([answer.status, answer.json.result]).toEqual([200, 'failed']);
    expect(answer.json.dataContractId).toBe('candidate/unknown');
    expect((await api.send('GET', '/api/datacontracts/unknown')).status).toBe(404);
    const runs = (await api.send('GET', '/api/test-runs?dataContractId=candidate/unknown')).json;
    expect(runs).toHaveLength(1);
    const run = `/api/test-runs/${runs[0].id}/cancel`;
    expect((await api.send('POST', run)).status).toBe(200);
  });

  it('does not count for the stored contract', async () => {
    const stored = contract('stored', { servers, schema: loose });
    await api.send('PUT', '/api/datacontracts/stored', { body: stored });
    const good = await api.send('POST', '/api/datacontracts/stored/test');
    expect(good.json.result).toBe('passed');
    const answer = await test('stored', contract('stored', { servers, schema: strict }));
    expect(answer.json.result).toBe('failed');
    const results = await api.send('GET', '/api/test-results?dataContractId=stored');
    expect(results.json.map(({ result }: any) => result)).toEqual(['passed']);
    const found = await api.send('GET', '/api/search?query=stored&quality=passed');
    expect(found.json.results.map(({ id }: any) => id)).toContain('stored');
  });

  it('is refused to those who could not store the text, with another id, and without an owner', async () => {
    const body = contract('theirs', { servers, schema: loose });
    const sales = (await api.newKey('team', { teamId: 'sales' })).text;
    const checkout = (await api.newKey('team', { teamId: 'checkout' })).text;
    const refused = await test('theirs', body, { key: sales });
    expect([refused.status, refused.json.code]).toEqual([403, 'permission_denied']);
    expect((await test('theirs', body, { key: checkout })).status).toBe(200);
    expect((await test('other', body)).json.code).toBe('id_mismatch');
    const ownerless = await test('theirs', { ...body, team: { name: 'nobody' } });
    expect(ownerless.json.code).toBe('ownership_missing');
  });
});
