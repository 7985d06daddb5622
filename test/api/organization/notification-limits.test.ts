import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { team } from '../../support/builders/contracts.ts';
import { failureNotice, notifyShop, putShop } from '../../support/builders/notifications.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.knex('notifications').delete();
  await putShop(api);
});

const list = async () => (await api.send('GET', '/api/notifications')).json;
// Digits that do not repeat, as an index stores them compressed.
const long = Array.from({ length: 1_000 }, (_, n) => (n * 7_919 + n ** 3).toString(36)).join('');

describe('an address that is too long', () => {
  const members = [
    { emailAddress: `${long}@example.com`, role: 'Owner' },
    { emailAddress: 'ada@example.com', role: 'Owner' },
  ];

  it('is no address of a member', async () => {
    const { status, json } = await api.send('PUT', '/api/teams/shop', {
      body: team('shop', { members }),
    });
    expect([status, json.code]).toEqual([422, 'invalid_document']);
    expect(JSON.stringify(json)).toContain('members[0].emailAddress');
  });

  it('of a team from before gets nothing, the others get theirs, and the ledger says why', async () => {
    await api.database
      .knex('document_revisions')
      .where({ kind: 'team', id: 'shop' })
      .update({ body: JSON.stringify(team('shop', { members })) });
    expect(await notifyShop(api)).toEqual({ mails: 1, messages: 0 });
    const rows = await list();
    expect(rows.map(({ status }: any) => status).sort()).toEqual(['failed', 'queued']);
    const failed = rows.find(({ status }: any) => status === 'failed');
    expect(failed.reason).toContain('too long for an address');
    expect(failed.recipient).toBe(`${long.slice(0, 260)}…`);
  });
});

it('a report with very many links is stored once for each recipient with what a mail shows', async () => {
  const links = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, n) => [`l${n}`, `https://runs.example.com/${n}`]),
  );
  const purpose = 'x'.repeat(100_000);
  await notifyShop(api, { data: { ...failureNotice(api).data, links, purpose } as never });
  const rows = await api.database.knex('notifications').select('id', 'data');
  expect(rows).toHaveLength(2);
  for (const { data } of rows) expect(JSON.stringify(data).length).toBeLessThan(10_000);
  const { message } = (await api.send('GET', `/api/notifications/${rows[0].id}`)).json;
  expect(message.text).toContain(
    '20 of 20000; GET /api/access/a1/provisioning/reports returns all',
  );
  expect(message.text).toContain('l19: https://runs.example.com/19');
});
