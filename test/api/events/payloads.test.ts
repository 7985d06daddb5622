import { eventSchemas } from '../../../api/schemas/events/cloud-event.ts';
import { validateWith } from '../../../domain/validation/validation.ts';
import { startSequencer } from '../../../workers/sequencer.ts';
import { access, fillForAccess } from '../../support/builders/access.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { quietLog } from '../../support/servers/database.ts';
import { resources } from '../../support/builders/resources.ts';
import { integrations, registerStubSource, table } from '../../support/fakes/stub-source.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
const platform = registerStubSource();
let sequencer: ReturnType<typeof startSequencer>;
beforeAll(async () => {
  api = await startApi();
  sequencer = startSequencer({ database: api.database, log: quietLog });
  await fillForAccess(api);
});
afterAll(async () => {
  await sequencer.stop();
  await api.stop();
});

async function call(method: string, path: string, body?: object): Promise<any> {
  const answer = await api.send(method, `/api/${path}`, { ...(body && { body }) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.json;
}

/** Created, changed and deleted. */
async function live(path: string, body: object, changed: object): Promise<void> {
  await call('PUT', path, body);
  await call('PUT', path, changed);
  await call('DELETE', path);
}

async function liveDocuments(): Promise<void> {
  await live('teams/t', team('t'), team('t', { name: 'Other' }));
  await live('datacontracts/c', contract('c'), contract('c', { name: 'Other' }));
  const ports = (version: string) => ({ outputPorts: [{ name: 'port', version }] });
  await live('dataproducts/p', product('p', [], ports('1')), product('p', [], ports('2')));
  for (const { collection, body } of resources.filter(({ announces }) => announces)) {
    const changed = { ...body('r'), custom: { changed: 'yes' }, tags: ['changed'] };
    await live(`${collection}/r`, body('r'), changed);
  }
  await call('POST', 'test-results', {
    id: 'result',
    dataContractId: 'orders',
    dataContractVersion: '2.1.0',
    result: 'passed',
    checks: [],
    timestampStart: '2026-08-21T10:00:00Z',
    timestampEnd: '2026-08-21T10:00:02Z',
  });
  await call('DELETE', 'test-results/result');
}

async function liveSemantics(): Promise<void> {
  const workers = startWorkers(api);
  const at = 'semantics/experimental/namespaces/n';
  const ontology = (description: string) => ({
    name: 'n',
    ontology: [{ concept: 'C', type: 'EntityType', description }],
  });
  await call('PUT', at, { name: 'N' });
  await call('PUT', `${at}/ontology.yaml`, ontology('one'));
  for (const branch of ['lands', 'disagrees']) {
    await call('PUT', `${at}/branches/${branch}`);
    await call('PUT', `${at}/branches/${branch}/ontology.yaml`, ontology(branch));
  }
  await call('POST', `${at}/branches/lands/merge`);
  await call('POST', `${at}/branches/disagrees/rebase`);
  await call('DELETE', `${at}/branches/disagrees`);
  await call('DELETE', at);
  await workers.stop();
}

async function liveDrift(): Promise<void> {
  const workers = startWorkers(api);
  const { put, run } = integrations(api);
  await put('stub');
  const schema = [{ name: 'orders', properties: [{ name: 'id' }, { name: 'total' }] }];
  await call('PUT', 'datacontracts/drifting', contract('drifting', { schema }));
  const ports = [{ name: 'port', version: '1', contractId: 'drifting' }];
  await call('PUT', 'dataproducts/drifting', product('drifting', [], { outputPorts: ports }));
  for (const columns of [['id'], ['id'], ['id', 'total']]) {
    platform.assets = [
      table('orders', { columns: columns.map((name) => ({ name, type: 'integer' })) }),
    ];
    await run('stub');
    await call('PUT', 'assets/stub:shop.public.orders/assignments/drifting/port');
  }
  await workers.stop();
}

async function liveAccesses(): Promise<void> {
  for (const id of ['granted', 'refused']) await call('PUT', `access/${id}`, access(id));
  await call('POST', 'access/refused/request-change', { note: 'Why?' });
  await call('POST', 'access/refused/reject', { note: 'No' });
  await call('DELETE', 'access/refused');
  await call('POST', 'access/granted/approve');
  for (const direction of ['provisioning', 'deprovisioning']) {
    const at = `access/granted/provisioning/${direction}`;
    await call('POST', `${at}-started`, { platform: 'postgres' });
    await call('POST', `${at}-failed`, { diagnostics: 'no' });
    await call('POST', `${at}-succeeded`);
    if (direction === 'provisioning') await call('POST', 'access/granted/cancel');
  }
}

async function liveChanges(): Promise<void> {
  const steps = [
    ['POST', '/comments', { text: 'Why?' }],
    ['POST', '/withdraw', {}],
    ['POST', '/decline', { note: 'No' }],
    ['POST', '/accept', {}],
  ] as const;
  await call('PUT', 'datacontracts/proposed', contract('proposed'));
  for (const [index, [method, step, body]] of steps.entries()) {
    const proposal = (version: string) => ({
      title: 'Next version',
      format: 'json',
      source: JSON.stringify(contract('proposed', { version })),
    });
    const about = { kind: 'datacontracts', documentId: 'proposed' };
    const made = await call('POST', 'change-requests', { ...about, ...proposal(`1.${index}.1`) });
    await call('PUT', `change-requests/${made.id}`, proposal(`1.${index}.2`));
    await call(method, `change-requests/${made.id}${step}`, body);
  }
}

it('every type of event comes from what happens, with the payload that openapi.json describes', async () => {
  await liveDocuments();
  await liveAccesses();
  await liveSemantics();
  await liveDrift();
  await liveChanges();
  await until('all have their position', async () => {
    const [row] = await api.database.knex('events').where({ public: true, seq: null }).count();
    return Number(row?.count) === 0;
  });
  const { json: schemas } = await api.send('GET', '/openapi.json');
  const { json: events } = await api.send('GET', '/api/events');
  const wrong: unknown[] = [];
  for (const { type, data, subject, dataschema } of events) {
    const name = type.split('.').at(-1);
    const schema = eventSchemas.find(({ $id }) => $id === name);
    if (!schema || !(name in schemas.components.schemas)) wrong.push(`${name} is not described`);
    else wrong.push(...validateWith(schema, data));
    expect([dataschema.split('/').at(-1), data.id]).toEqual([name, subject]);
  }
  expect(wrong).toEqual([]);
  const seen = new Set(events.map(({ type }: { type: string }) => type.split('.').at(-1)));
  expect([...seen].sort()).toEqual(eventSchemas.map(({ $id }) => $id).sort());
});
