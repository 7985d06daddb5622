import { startApi } from '../../support/http/api.ts';
import type { TestApi, TestAnswer } from '../../support/http/api.ts';
import { access, fillForAccess } from '../../support/builders/access.ts';

/** Connectors of other vendors and the command line, call by call, with the headers and bodies that they send. */
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await fillForAccess(api);
});
afterAll(() => api.stop());

/** The generated client asks for problems only where it knows no other body, and needs a body with every error. */
const generated = { accept: 'application/problem+json' };
const json = { 'content-type': 'application/json' };

async function get(path: string): Promise<any> {
  const answer = await api.send('GET', path, { headers: { accept: 'application/json' } });
  expect([path, answer.status]).toEqual([path, 200]);
  expect(answer.headers.get('content-type')).toMatch(/json/);
  return answer.json;
}

function report(id: string, what: string, body: object): Promise<TestAnswer> {
  return api.send('POST', `/api/access/${id}/provisioning/${what}`, { body, headers: generated });
}

it('a Databricks connector grants and takes back', async () => {
  const id = '7c1a8b7e-6c76-4a2e-9d3c-3c1f2c3d4e5f';
  await api.send('PUT', `/api/access/${id}`, { body: access(id, { status: 'approved' }) });
  const executor = { platform: 'databricks', executor: 'Databricks Connector' };

  // AccessActivatedEvent
  const active = await get(`/api/access/${id}`);
  expect(active.info.active).toBe(true);
  // What is not the consumer is left out: the texts 'unknown' of other servers break connectors.
  expect(active.consumer).toEqual({ teamId: 'marketing', teamName: 'Team marketing' });
  const product = await get(`/api/dataproducts/${active.provider.dataProductId}`);
  const port = product.outputPorts.find(
    ({ id: portId, name }: any) =>
      portId === active.provider.outputPortId || name === active.provider.outputPortId,
  );
  await get(`/api/datacontracts/${port.contractId}`);
  expect((await report(id, 'provisioning-started', executor)).json.status).toBe('provisioning');
  const team = await get(`/api/teams/${active.consumer.teamId}`);
  expect(team.members[0].emailAddress).toBe('marketing-owner@example.com');
  const granted = await report(id, 'provisioning-succeeded', {
    ...executor,
    reference: 'main.shop',
    customProperties: [{ property: 'role', value: 'SELECT' }],
  });
  expect(granted.json).toMatchObject({ status: 'provisioned', reference: 'main.shop' });

  // AccessDeactivatedEvent: everything can still be read.
  await api.send('POST', `/api/access/${id}/cancel`, { headers: json });
  const over = await get(`/api/access/${id}`);
  expect(over.info.active).toBe(false);
  await report(id, 'deprovisioning-started', executor);
  const taken = await report(id, 'deprovisioning-succeeded', {
    ...executor,
    reference: `access-${id}`,
  });
  expect(taken.json).toMatchObject({ status: 'deprovisioned', reference: `access-${id}` });
  const unknown = await report('gone', 'provisioning-started', executor);
  expect([unknown.status, unknown.text.length > 0]).toEqual([404, true]);
});

it('a GCP connector marks an access by reading it and putting it back', async () => {
  const id = 'marked';
  await api.send('PUT', `/api/access/${id}`, { body: access(id, { status: 'approved' }) });
  const read = await get(`/api/access/${id}`);
  const tags = [...(read.tags ?? []), 'permission-granted-on-gcp'];
  await api.send('PUT', `/api/access/${id}`, { body: { ...read, tags } });
  const marked = await get(`/api/access/${id}`);
  expect(marked).toEqual({ ...read, tags });
});

it('the command line requests, approves, rejects and cancels with an empty body under a JSON type', async () => {
  const id = '640864de-83d4-4619-afba-ccee8037ed3a';
  const body = {
    id,
    provider: { dataProductId: 'shop', outputPortId: 'port-0' },
    consumer: { teamId: 'marketing' },
    info: { purpose: 'A report', startDate: new Date().toISOString().slice(0, 10) },
    roles: ['analyst'],
  };
  const requested = await api.send('PUT', `/api/access/${id}`, { body, headers: json });
  expect([requested.status, requested.headers.get('location-html')]).toEqual([
    200,
    `${api.address}/access/${id}`,
  ]);
  for (const action of ['approve', 'cancel']) {
    const answer = await api.send('POST', `/api/access/${id}/${action}`, { headers: json });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers.get('location-html')).toBe(`${api.address}/access/${id}`);
  }
  const list = await api.send('GET', '/api/access?p=0&pageSize=2', { headers: json });
  expect(list.json).toHaveLength(2);
  expect(list.headers.get('link')).toMatch(/rel="next"/);
});

it('what was exported can be applied to another organization, decisions included', async () => {
  const organizationId = await api.newOrganization('other');
  const key = (await api.newKey('organization', { organizationId })).text;
  await fillForAccess(api, key);
  const all = (await api.send('GET', '/api/access')).json as { id: string; lifecycle: string }[];
  for (const each of all) {
    const answer = await api.send('PUT', `/api/access/${each.id}`, { key, body: each });
    expect([each.id, answer.status]).toEqual([each.id, 200]);
    const copy = await api.send('GET', `/api/access/${each.id}`, { key });
    expect([each.id, copy.json.lifecycle]).toEqual([each.id, each.lifecycle]);
    expect(copy.json).not.toHaveProperty('provisioning');
  }
});
