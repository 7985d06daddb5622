import { startApi } from '../../support/http/api.ts';
import type { TestAnswer, TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { entity, ontology, order, orderId, semantics } from '../../support/builders/ontologies.ts';
import { until } from '../../support/until.ts';
import { startWorkers } from '../../support/servers/worker.ts';

let api: TestApi;
let call: ReturnType<typeof semantics>;
let key: { id: string; text: string };
beforeAll(async () => {
  api = await startApi();
  call = semantics(api);
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/teams/finance', { body: team('finance') });
});
afterAll(() => api.stop());
beforeEach(async () => {
  key = await api.newKey('team', { teamId: 'checkout' });
});

const own = (name: string, owner: string, entries: readonly string[]): string =>
  `custom_properties: {owner: ${owner}}\n${ontology(name, entries)}`;

/** Does something between the request of a merge and its work; answers the merge. */
async function mergeAround(
  name: string,
  askedWith: string,
  meanwhile: () => Promise<{ status: number }>,
): Promise<TestAnswer> {
  await call.put(name, own(name, 'checkout', [order, orderId]));
  await call.cut(name, 'work');
  await call.putBranch(name, 'work', own(name, 'checkout', [order, orderId, entity('New')]));
  const merging = api.send('POST', call.branchAt(name, 'work', '/merge'), { key: askedWith });
  await until('the merge is requested', async () => {
    const rows = await api.database
      .knex('ontology_merges')
      .where({ namespace_id: name, outcome: null });
    return rows.length === 1;
  });
  expect((await meanwhile()).status).toBeLessThan(300);
  const workers = startWorkers(api);
  try {
    return await merging;
  } finally {
    await workers.stop();
  }
}

const giveTo = (name: string, owner: string) => () =>
  api.send('PUT', call.at(name), { body: { namespace: name, name, team: owner } });

const has = async (name: string, concept: string): Promise<boolean> =>
  (await call.get(name)).text.includes(`concept: ${concept}`);

describe('a merge', () => {
  it('does not land when the namespace went to another team since it was asked for', async () => {
    const answer = await mergeAround('moved', key.text, giveTo('moved', 'finance'));
    expect([answer.status, answer.json.code]).toEqual([422, 'merge_failed']);
    expect(answer.json.detail).toContain("resources of team 'finance'");
    expect(await has('moved', 'New')).toBe(false);
    expect((await call.getBranch('moved', 'work')).json.status).toBe('open');
  });

  it('does not land when the key was ended since it was asked for', async () => {
    const answer = await mergeAround('ended', key.text, () =>
      api.send('DELETE', `/api/api-keys/${key.id}`),
    );
    expect([answer.status, answer.json.code]).toEqual([422, 'merge_failed']);
    expect(await has('ended', 'New')).toBe(false);
  });

  it('lands when who asked may edit what the other team owns too', async () => {
    expect((await mergeAround('kept', api.key, giveTo('kept', 'finance'))).status).toBe(204);
    expect(await has('kept', 'New')).toBe(true);
    expect((await api.send('GET', call.at('kept'))).json.team).toBe('finance');
  });
});
