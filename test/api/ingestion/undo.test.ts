import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { catalogOf } from '../../support/builders/ingested-catalog.ts';
import { integrations, registerStubSource, table } from '../../support/fakes/stub-source.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let workers: TestWorkers;
let call: ReturnType<typeof integrations>;
const platform = registerStubSource();
beforeAll(async () => {
  api = await startApi({ eventTypePrefix: '' });
  workers = startWorkers(api);
  call = integrations(api);
  for (const id of ['sales', 'support']) {
    await api.send('PUT', `/api/teams/${id}`, { body: { id, name: id, type: 'Team' } });
  }
});
afterAll(async () => {
  await workers.stop();
  await api.stop();
});

const run = (id: string, runId: string, rest = '') => call.at(id, `/runs/${runId}${rest}`);
const plan = async (id: string, runId: string) =>
  (await api.send('GET', run(id, runId, '/undo'))).json;
async function assets(id: string, runId: string, query = '') {
  const { status, text, json } = await api.send('GET', run(id, runId, `/assets${query}`));
  if (status !== 200) throw new Error(text);
  return json;
}
async function undo(id: string, runId: string, body?: object) {
  const answer = await api.send('POST', run(id, runId, '/undo'), { body });
  if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
  return call.ended(id);
}
const edit = async (id: string, change: object) => {
  const at = `/api/assets/${encodeURIComponent(id)}`;
  const stored = (await api.send('GET', at)).json;
  const { status } = await api.send('PUT', at, { body: { ...stored, ...change } });
  expect(status).toBe(200);
};
const many = (from: number, to: number, more: object = {}) =>
  Array.from({ length: to - from }, (_, n) => table(`t${String(from + n).padStart(4, '0')}`, more));

/** Two runs: the second one creates 150, changes 150 and removes 10 of 310 assets. */
async function twoRuns(id: string) {
  await call.put(id, { removalFuse: { assets: 1_000 } });
  platform.assets = [...many(0, 160), ...many(160, 310, { description: 'Old' })];
  await call.run(id);
  await api.send('PUT', '/api/tags/pii', { body: { id: 'pii', name: 'PII' } });
  await api.send('PUT', `/api/assets/${id}:shop.public.t0003/assigned-tags/pii`);
  await edit(`${id}:shop.public.t0200`, { custom: { note: 'ours' } });
  const before = await catalogOf(api, id);
  platform.assets = [
    ...many(10, 160),
    ...many(160, 310, { description: 'New' }),
    ...many(310, 460),
  ];
  const second = await call.run(id);
  expect(second).toMatchObject({ assetsCreated: 150, assetsUpdated: 150, assetsDeleted: 10 });
  return { before, second };
}

it('puts the catalog back as it was before the run, and can be undone itself', async () => {
  const { before, second } = await twoRuns('back');
  const after = await catalogOf(api, 'back');
  expect(after).not.toEqual(before);
  expect(await plan('back', second.ingestionRunId)).toMatchObject({
    total: 310,
    assetsCreated: 10,
    assetsUpdated: 150,
    assetsDeleted: 150,
    leftAlone: [],
    problem: null,
    mayUndo: true,
  });
  const undone = await undo('back', second.ingestionRunId, { expectedCount: 310 });
  expect(undone).toMatchObject({
    status: 'SUCCESS',
    assetsProcessed: 310,
    assetsCreated: 10,
    assetsUpdated: 150,
    assetsDeleted: 150,
    assetsSkipped: 0,
  });
  expect(await catalogOf(api, 'back')).toEqual(before);
  expect(await plan('back', second.ingestionRunId)).toMatchObject({
    total: 0,
    problem: 'The run changed nothing that is still to be undone.',
  });
  const again = await undo('back', undone.ingestionRunId);
  expect(again).toMatchObject({ status: 'SUCCESS', assetsProcessed: 310, assetsSkipped: 0 });
  expect(await catalogOf(api, 'back')).toEqual(after);
  // The platform is as the catalog now, so that a scan finds nothing to do.
  expect(await call.run('back')).toMatchObject({ assetsUnchanged: 450, assetsDeleted: 0 });
});

it('leaves alone what was changed since, and says why', async () => {
  const id = 'since';
  const { second } = await twoRuns(id);
  const path = `${id}:shop.public`;
  await edit(`${path}.t0200`, { custom: { note: 'later' } });
  await api.send('DELETE', `/api/assets/${path}.t0201`);
  await api.send('PUT', `/api/assets/${path}.t0001`, { body: { info: { name: 'again' } } });
  await api.send('PUT', `/api/assets/${path}.t0002`, { body: { info: { name: 'again' } } });
  await api.send('DELETE', `/api/assets/${path}.t0002`);
  await api.send('PUT', '/api/dataproducts/user', {
    body: {
      dataProductSpecification: '0.0.1',
      id: 'user',
      info: { title: 'User', owner: 'sales' },
      outputPorts: [{ id: 'port', name: 'The port', type: 'x', assets: [{ id: `${path}.t0400` }] }],
    },
  });
  const used = await api.send('PUT', `/api/assets/${path}.t0401/assignments/user/port`);
  expect(used.status).toBe(200);
  const inUse = [`${path}.t0400`, `${path}.t0401`];
  const kept = 4 + inUse.length;
  const planned = await plan(id, second.ingestionRunId);
  expect(planned).toMatchObject({ total: 310 - kept, problem: null });
  expect(planned.leftAlone).toEqual(
    expect.arrayContaining([
      { why: 'changed', text: 'it was changed since', count: 2 },
      { why: 'gone', text: 'it was removed since', count: 1 },
      { why: 'back', text: 'it was created again since', count: 1 },
      { why: 'in_use', text: 'a data product uses it', count: inUse.length },
    ]),
  );
  const wrong = await api.send('POST', run(id, second.ingestionRunId, '/undo'), {
    body: { expectedCount: 310 },
  });
  expect([wrong.status, wrong.json.count]).toEqual([409, 310 - kept]);
  const undone = await undo(id, second.ingestionRunId, { expectedCount: 310 - kept });
  expect(undone).toMatchObject({ status: 'SUCCESS', assetsSkipped: kept });
  const left = await assets(id, undone.ingestionRunId, '?leftAlone=true');
  expect(left.map(({ assetId, leftAlone }: any) => [assetId, leftAlone])).toEqual([
    [`${path}.t0001`, 'back'],
    [`${path}.t0002`, 'changed'],
    [`${path}.t0200`, 'changed'],
    [`${path}.t0201`, 'gone'],
    ...inUse.map((assetId) => [assetId, 'in_use']),
  ]);
  expect(left[4].ports).toEqual([
    {
      dataProductId: 'user',
      dataProductName: 'User',
      outputPortId: null,
      outputPortName: null,
    },
  ]);
  const lines = (await api.send('GET', run(id, undone.ingestionRunId, '/logs'))).json;
  expect(lines.map(({ message }: any) => message)).toContain(
    `'${path}.t0200' is left alone: it was changed since.`,
  );
});

it('continues after a cancellation where it was', async () => {
  const { before, second } = await twoRuns('halves');
  const { knex } = api.database;
  // The second wave waits for this lock, so that the cancellation comes in the middle.
  const holder = await knex.transaction();
  await holder('documents').where({ kind: 'asset', id: 'halves:shop.public.t0260' }).forUpdate();
  const cancel = () => api.send('POST', call.at('halves', '/cancel'));
  try {
    const { status } = await api.send('POST', run('halves', second.ingestionRunId, '/undo'));
    expect(status).toBe(202);
    const isBegun = async () => (await call.latest('halves')).assetsProcessed === 100;
    await until('a wave is done', isBegun);
    expect([(await cancel()).status, (await cancel()).status]).toEqual([204, 204]);
  } finally {
    await holder.rollback();
  }
  const stopped = await call.ended('halves');
  expect(stopped).toMatchObject({
    status: 'CANCELLED',
    cancelRequestedAt: expect.any(String),
    stoppedAt: stopped.completedAt,
  });
  expect(stopped.assetsProcessed).toBeLessThan(310);
  const rest = await undo('halves', second.ingestionRunId);
  expect(rest).toMatchObject({
    status: 'SUCCESS',
    assetsProcessed: 310 - stopped.assetsProcessed,
    assetsSkipped: 0,
  });
  expect(await catalogOf(api, 'halves')).toEqual(before);
});

it('refuses what cannot be undone', async () => {
  await call.put('none');
  platform.assets = [table('orders')];
  const first = await call.run('none');
  const second = await call.run('none');
  const refused = await api.send('POST', run('none', second.ingestionRunId, '/undo'));
  expect(refused.status).toBe(409);
  expect(refused.json.detail).toContain('changed nothing');
  const unknown = run('none', '018d5f2e-7c3a-7b1e-9f00-2c6a4d8e1b57', '/undo');
  expect((await api.send('POST', unknown)).status).toBe(404);
  expect((await api.send('POST', run('back', first.ingestionRunId, '/undo'))).status).toBe(404);
  const dry = await api.send('POST', `${run('none', first.ingestionRunId, '/undo')}?dryRun=true`);
  expect(dry.status).toBe(200);
  expect((await call.latest('none')).ingestionRunId).toBe(second.ingestionRunId);
});
