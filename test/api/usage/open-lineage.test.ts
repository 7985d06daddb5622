import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { contract, team } from '../../support/builders/contracts.ts';
import { integrations, registerStubSource } from '../../support/fakes/stub-source.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { startReceiver } from '../../support/servers/webhook-receiver.ts';
import type { Receiver } from '../../support/servers/webhook-receiver.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';
import { until } from '../../support/until.ts';

const platform = registerStubSource();
let api: TestApi;
let workers: TestWorkers;
let receiver: Receiver;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  receiver = await startReceiver();
  folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'open-lineage-'));
  fs.writeFileSync(path.join(folder, 'orders.csv'), 'order_id,status\n1,placed\n');
  const openLineage = { url: receiver.url, apiKey: 'key-of-lineage', namespace: 'catalog' };
  workers = startWorkers(
    api,
    { allowedDataDirs: [folder] },
    { settings: { openLineage, webhookAllowedHosts: [receiver.host] } },
  );
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(async () => {
  await workers?.stop();
  await receiver?.stop();
  await api?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const eventsOf = (runId: string) =>
  receiver.received.filter(({ event }) => event.run.runId === runId);
const typesOf = (runId: string) => eventsOf(runId).map(({ event }) => event.eventType);
const ended = (runId: string, end: string) =>
  until(`${end} is there`, async () => typesOf(runId).includes(end));

it('says when a test begins and ends, again if the receiver does not answer', async () => {
  let answers = 0;
  receiver.answer((response) => response.writeHead((answers += 1) === 1 ? 503 : 201).end());
  const server = { server: 'local', type: 'local', path: `${folder}/{model}.csv`, format: 'csv' };
  await api.send('PUT', '/api/datacontracts/orders', {
    body: contract('orders', { servers: [server] }),
  });
  const tested = await api.send('POST', '/api/datacontracts/orders/test');
  expect([tested.status, tested.json.result]).toEqual([200, 'passed']);
  const { json: runs } = await api.send('GET', '/api/test-runs?dataContractId=orders');
  const runId: string = runs[0].id;
  await ended(runId, 'COMPLETE');
  expect(typesOf(runId)).toEqual(['START', 'START', 'COMPLETE']);
  const [first, again, last] = eventsOf(runId);
  expect(again?.event).toEqual(first?.event);
  expect(last?.headers).toMatchObject({ authorization: 'Bearer key-of-lineage' });
  expect(last?.event).toMatchObject({
    producer: 'http://concordat.test',
    schemaURL: expect.stringContaining('OpenLineage.json'),
    job: { namespace: 'catalog', name: 'contract-test.orders.local' },
    inputs: [{ namespace: 'file', name: `${folder}/orders.csv` }],
    outputs: [],
  });
});

it('says when a scan begins and ends, and what it found', async () => {
  platform.assets = [
    { path: ['shop'], kind: 'schema' },
    { path: ['shop', 'orders'], kind: 'table' },
    { path: ['shop', 'items'], kind: 'view' },
  ];
  await integrations(api).put('mine');
  const { ingestionRunId } = await integrations(api).run('mine');
  await ended(ingestionRunId, 'COMPLETE');
  const { inputs, outputs, run, job } = eventsOf(ingestionRunId).at(-1)?.event ?? {};
  expect(job).toEqual({ namespace: 'catalog', name: 'ingestion.mine', facets: {} });
  expect(inputs).toEqual([
    { namespace: 'stub://mine', name: 'shop.orders', facets: {} },
    { namespace: 'stub://mine', name: 'shop.items', facets: {} },
  ]);
  expect(outputs).toEqual([]);
  expect(run.facets.concordat_ingestion).toMatchObject({ processed: 3, created: 3, inputs: 2 });
});
