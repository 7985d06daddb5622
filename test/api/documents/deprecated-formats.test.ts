import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { validateProduct } from '../../../domain/standards/odps/validate.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let folder: string;
let now = new Date('2025-12-31T12:00:00Z');
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'deprecated-formats-'));
  writeFileSync(path.join(folder, 'orders.csv'), 'order_id,status\n1,placed\n1,lost\n');
  api = await startApi({ deprecatedFormatsUntil: '2025-12-31' }, { now: () => now });
  workers = startWorkers(api, { allowedDataDirs: [folder] });
  for (const id of ['checkout', 'fulfillment'])
    await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
});
beforeEach(() => {
  now = new Date('2025-12-31T12:00:00Z');
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
  rmSync(folder, { recursive: true });
});

const yaml = { 'content-type': 'application/yaml' };

const dcs = `# written long ago
dataContractSpecification: 1.1.0
id: orders
info:
  title: Orders
  version: 1.0.0
  status: active
  owner: checkout
  description: What was ordered
servers:
  files:
    type: local
    path: orders.csv
    format: csv
models:
  orders:
    fields:
      order_id: { type: integer, primaryKey: true }
      status: { type: text, enum: [placed, shipped] }
tags: [old]
`;

const dps = {
  dataProductSpecification: '0.0.1',
  id: 'stock',
  info: { title: 'Stock', owner: 'fulfillment', description: 'On the shelves' },
  outputPorts: [{ id: 'v1', name: 'Stock (v1)', dataContractId: 'stock-contract' }],
};

const putProduct = (id: string, body: object) =>
  api.send('PUT', `/api/dataproducts/${id}`, { body });

describe('a contract of the deprecated specification', () => {
  it('is stored and given back as it came, and the answer says until when', async () => {
    const stored = await api.send('PUT', '/api/datacontracts/orders', { body: dcs, headers: yaml });
    expect(stored.status).toBe(200);
    expect(stored.headers.get('deprecation')).toBe('@1765152000');
    expect(stored.headers.get('sunset')).toBe('Wed, 31 Dec 2025 23:59:59 GMT');
    const read = await api.send('GET', '/api/datacontracts/orders/datacontract.yaml');
    expect(read.text).toBe(dcs);
    const asJson = await api.send('GET', '/api/datacontracts/orders');
    expect(asJson.json).toMatchObject({ dataContractSpecification: '1.1.0', tags: ['old'] });
    const found = await api.send('GET', '/api/datacontracts?q=ordered&teamId=checkout&tag=old');
    expect(found.json.map(({ id }: { id: string }) => id)).toEqual(['orders']);
    const odcs = await api.send('PUT', '/api/datacontracts/new', { body: contract('new') });
    expect([odcs.headers.get('deprecation'), odcs.headers.get('sunset')]).toEqual([null, null]);
  });

  it('can be tested', async () => {
    await api.send('PUT', '/api/datacontracts/orders', { body: dcs, headers: yaml });
    // Workers live in the present.
    now = new Date();
    const { status, json } = await api.send('POST', '/api/datacontracts/orders/test');
    expect([status, json.result, json.dataContractVersion]).toEqual([200, 'failed', '1.0.0']);
    const failed = json.checks.filter(({ result }: { result: string }) => result === 'failed');
    expect(failed.map(({ field }: { field: string }) => field).sort()).toEqual([
      'order_id',
      'status',
    ]);
  });

  it('needs an owner and what its own schema asks for', async () => {
    const put = (change: object) =>
      api.send('PUT', '/api/datacontracts/bare', {
        body: { dataContractSpecification: '0.9.3', id: 'bare', ...change },
      });
    const unknown = await put({ info: { title: 'T', version: '1', owner: 'unknown-team' } });
    expect([unknown.status, unknown.json.code]).toEqual([422, 'ownership_missing']);
    expect(unknown.json.detail).toContain("'info.owner'");
    const untitled = await put({ info: { owner: 'checkout' } });
    expect([untitled.status, untitled.json.violations]).toEqual([
      422,
      [
        { field: 'info.title', message: 'is required' },
        { field: 'info.version', message: 'is required' },
      ],
    ]);
  });
});

describe('a product of the deprecated specification', () => {
  it('is stored as it came and given as ODPS to who asks for it', async () => {
    const stored = await putProduct('stock', dps);
    expect([stored.status, stored.headers.get('deprecation')]).toEqual([200, '@1758672000']);
    expect(decodeURIComponent(stored.headers.get('x-catalog-warnings') ?? '')).toContain(
      "data contract 'stock-contract'",
    );
    expect((await api.send('GET', '/api/dataproducts/stock')).json).toEqual(dps);
    const odps = await api.send('GET', '/api/dataproducts/stock?format=odps');
    expect(validateProduct(odps.json)).toEqual([]);
    expect(odps.json).toMatchObject({ id: 'stock', team: { name: 'fulfillment' } });
    const etag = odps.headers.get('etag') ?? '';
    const again = await api.send('GET', '/api/dataproducts/stock?format=odps', {
      headers: { 'if-none-match': etag },
    });
    expect([etag, again.status]).toEqual(['"1-odps"', 304]);
    const past = await api.send('GET', '/api/dataproducts/stock?format=odps&version=1');
    expect(past.json).toEqual(odps.json);
    const moved = await api.send('PUT', '/api/dataproducts/stock', {
      body: odps.json,
      headers: { 'if-match': etag },
    });
    expect([moved.status, moved.headers.get('deprecation')]).toEqual([200, null]);
    expect((await api.send('GET', '/api/dataproducts/stock')).json).toEqual(odps.json);
  });

  it('keeps the contract of a port from being deleted', async () => {
    await api.send('PUT', '/api/datacontracts/held', { body: contract('held') });
    const outputPorts = [{ id: 'p', name: 'P', dataContractId: 'held' }];
    await putProduct('holder', { ...dps, id: 'holder', outputPorts });
    const answer = await api.send('DELETE', '/api/datacontracts/held');
    expect([answer.status, answer.json.code]).toEqual([422, 'in_use']);
    const { json } = await api.send('POST', '/api/datacontracts/held/changes', {
      body: contract('held', { schema: [] }),
    });
    expect(json.hits.outputPorts).toEqual([
      { dataProductId: 'holder', dataProductName: 'Stock', outputPortId: 'p' },
    ]);
  });

  it('needs an owner that exists', async () => {
    const answer = await putProduct('lost', {
      ...dps,
      id: 'lost',
      info: { title: 'T', owner: 'unknown-team' },
    });
    expect([answer.status, answer.json.code]).toEqual([422, 'ownership_missing']);
  });
});

describe('?format=', () => {
  it('gives a document of ODPS unchanged, byte for byte', async () => {
    const text = JSON.stringify(product('plain'), undefined, 3);
    await api.send('PUT', '/api/dataproducts/plain', { body: text });
    const read = await api.send('GET', '/api/dataproducts/plain?format=odps');
    expect([read.status, read.text]).toEqual([200, text]);
  });

  it('is refused for forms that do not exist', async () => {
    for (const format of ['dps', '', 'ODPS', 'constructor']) {
      const answer = await api.send('GET', `/api/dataproducts/plain?format=${format}`);
      expect([answer.status, answer.json.code]).toEqual([400, 'bad_request']);
      expect(answer.json.detail).toContain('must be one of odps');
    }
  });
});

describe('after the last day', () => {
  it('deprecated formats are refused, and what was stored stays readable', async () => {
    await api.send('PUT', '/api/datacontracts/orders', { body: dcs, headers: yaml });
    await putProduct('late', { ...dps, id: 'late' });
    now = new Date('2025-12-31T23:59:59.999Z');
    expect((await putProduct('late', { ...dps, id: 'late' })).status).toBe(200);
    now = new Date('2026-01-01T00:00:00Z');
    const refused = await api.send('PUT', '/api/datacontracts/orders', {
      body: dcs,
      headers: yaml,
    });
    expect([refused.status, refused.json.code]).toEqual([422, 'invalid_document']);
    expect(refused.json.detail).toBe(
      'A data contract written by the Data Contract Specification (DCS), which is deprecated, was accepted until 2025-12-31: send ODCS (apiVersion and kind: DataContract).',
    );
    const product = await putProduct('late', { ...dps, id: 'late' });
    expect([product.status, product.json.detail]).toEqual([
      422,
      expect.stringMatching(/^A data product .*\(DPS\).* until 2025-12-31: send ODPS/),
    ]);
    const read = await api.send('GET', '/api/datacontracts/orders/datacontract.yaml');
    expect([read.status, read.text]).toEqual([200, dcs]);
    expect((await api.send('GET', '/api/dataproducts/late?format=odps')).status).toBe(200);
  });
});
