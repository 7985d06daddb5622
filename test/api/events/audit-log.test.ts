import { contract, team } from '../../support/builders/contracts.ts';
import { storeEvents } from '../../support/builders/stored/stored-events.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
let teamKey: string;
beforeAll(async () => {
  api = await startApi({ eventTypePrefix: 'com.example.' });
  await put('/api/teams/checkout', team('checkout', { name: 'Checkout' }));
  ({ text: teamKey } = await api.newKey('team', { teamId: 'checkout' }));
  await put('/api/datacontracts/orders', contract('orders'), teamKey);
  await put('/api/datacontracts/orders', contract('orders', { version: '1.1.0' }), teamKey);
  await put('/api/webhooks/hook', { url: 'https://x.example.com', events: ['*'] });
  await api.send('DELETE', '/api/datacontracts/orders');
});
afterAll(() => api.stop());

const put = async (path: string, body: object, key = api.key): Promise<void> => {
  const { status, text } = await api.send('PUT', path, { body, key });
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
};
const log = async (query = ''): Promise<any[]> =>
  (await api.send('GET', `/api/audit${query}`)).json;
const steps = async (query = ''): Promise<string[]> =>
  (await log(query)).map(({ type, subject }) => `${type} ${subject}`);

describe('GET /api/audit', () => {
  it('lists what was done to all kinds, newest first, with names', async () => {
    expect(await steps()).toEqual([
      'DataContractDeletedEvent orders',
      'WebhookCreated hook',
      'DataContractUpdatedEvent orders',
      'DataContractCreatedEvent orders',
      expect.stringMatching(/^ApiKeyCreated /),
      'TeamCreatedEvent checkout',
      expect.stringMatching(/^ApiKeyCreated /),
    ]);
    const [deleted, webhook, updated] = await log();
    expect(updated).toMatchObject({
      kind: 'data-contract',
      subjectName: expect.any(String),
      principal: expect.stringMatching(/^api-key:/),
      principalName: 'team',
      requestId: expect.any(String),
      revision: 2,
      public: true,
    });
    expect(deleted.subjectName).toBe(updated.subjectName);
    expect(webhook).toMatchObject({ kind: 'webhook', public: false, subjectName: null });
  });

  it('leads to the document before and after each change, where there is one', async () => {
    const [deleted, webhook, updated, created] = await log();
    expect(created.links).toEqual({
      subject: '/api/datacontracts/orders',
      before: null,
      after: '/api/datacontracts/orders?version=1',
    });
    expect(deleted.links).toMatchObject({
      before: '/api/datacontracts/orders?version=2',
      after: null,
    });
    expect(webhook.links).toEqual({ subject: null, before: null, after: null });
    const { before, after } = updated.links;
    const versions = await Promise.all([before, after].map((path) => api.send('GET', path)));
    expect(versions.map(({ status, json }) => `${status} ${json.version}`)).toEqual([
      '200 1.0.0',
      '200 1.1.0',
    ]);
  });

  it('filters, also by several at once', async () => {
    const [{ principal }] = await log('?type=DataContractUpdatedEvent');
    const by = `?principal=${encodeURIComponent(principal)}`;
    expect(await steps(by)).toHaveLength(2);
    expect(await steps(`${by}&type=com.example.DataContractCreatedEvent`)).toHaveLength(1);
    expect(await steps(`${by}&kind=team`)).toEqual([]);
    expect(await steps('?kind=team,webhook')).toEqual([
      'WebhookCreated hook',
      'TeamCreatedEvent checkout',
    ]);
    expect(await steps('?kind=data-contract&type=WebhookCreated')).toEqual([]);
    expect(await steps('?subject=orders')).toHaveLength(3);
    expect(await steps('?to=2020-01-01')).toEqual([]);
    expect(await steps('?from=2020-01-01&limit=1')).toHaveLength(1);
    expect((await api.send('GET', '/api/audit?from=soon')).status).toBe(400);
    expect((await api.send('GET', '/api/audit?before=soon')).status).toBe(400);
  });

  it('has pages', async () => {
    const found: any[] = [];
    let next: string | undefined = '/api/audit?limit=2';
    for (; next !== undefined;) {
      const page = await api.send('GET', next);
      found.push(...page.json);
      next = /<https?:\/\/[^/]+(\S+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(found).toEqual(await log());
  });

  it('names the kinds and types that occur', async () => {
    expect((await api.send('GET', '/api/audit/kinds')).json).toEqual([
      { kind: 'api-key', types: ['ApiKeyCreated'] },
      {
        kind: 'data-contract',
        types: ['DataContractCreatedEvent', 'DataContractDeletedEvent', 'DataContractUpdatedEvent'],
      },
      { kind: 'team', types: ['TeamCreatedEvent'] },
      { kind: 'webhook', types: ['WebhookCreated'] },
    ]);
  });

  it('is for keys of the organization, and shows nothing of others', async () => {
    const organizationId = await api.newOrganization('stranger');
    const { text: key } = await api.newKey('organization', { organizationId });
    for (const path of ['', '/kinds', '/export']) {
      expect((await api.send('GET', `/api/audit${path}`, { key: teamKey })).status).toBe(403);
      const { text } = await api.send('GET', `/api/audit${path}`, { key });
      expect(text).toContain('ApiKeyCreated');
      expect(text).not.toMatch(/Team|DataContract|Webhook/);
    }
  });
});

describe('GET /api/audit/export', () => {
  const lines = async (query = ''): Promise<any[]> => {
    const answer = await api.send('GET', `/api/audit/export${query}`);
    expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
    expect(answer.headers.get('content-disposition')).toMatch(/audit-\d{4}-\d\d-\d\d\.ndjson/);
    return answer.text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };

  it('has a line for each entry of the list', async () => {
    expect(await lines()).toEqual(await log());
    expect(await lines('?kind=webhook')).toEqual(await log('?kind=webhook'));
    expect(await lines('?kind=nothing')).toEqual([]);
  });

  it('goes through more than one batch, each entry once', async () => {
    const organizationId = await api.newOrganization('large');
    const { text: key } = await api.newKey('organization', { organizationId });
    await storeEvents(api, organizationId, 2_500);
    const { text } = await api.send('GET', '/api/audit/export?kind=team', { key });
    const ids = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id as string);
    expect(ids).toHaveLength(2_500);
    expect(new Set(ids).size).toBe(2_500);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });
});
