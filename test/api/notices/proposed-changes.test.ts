import { fillForAccess } from '../../support/builders/access.ts';
import { contract } from '../../support/builders/contracts.ts';
import { noticesOf, settleNotices, signInAs, titlesOf } from '../../support/builders/notices.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

/** Notices of changes that people propose: to those who may decide, and of the answers to the proposer. */
let api: TestApi;
type Headers = Record<string, string>;
let owner: Headers;
let proposer: Headers;
const keys: Record<string, string> = {};
beforeAll(async () => {
  api = await startApi();
  await fillForAccess(api);
  for (const name of ['checkout-owner', 'marketing-member']) {
    keys[name] = (await api.newKey('user', { email: `${name}@example.com` })).text;
  }
  owner = await signInAs(api, 'checkout-owner@example.com');
  proposer = await signInAs(api, 'marketing-member@example.com');
  await api.send('PUT', '/api/datacontracts/told', { body: contract('told') });
  await settleNotices(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.knex('notices').delete();
});

const post = (path: string, by: string, body: object) =>
  api.send('POST', `/api/change-requests${path}`, { key: keys[by] ?? '', body });
const propose = async (): Promise<string> => {
  const source = JSON.stringify(contract('told', { description: { purpose: 'All' } }));
  const body = { kind: 'datacontracts', documentId: 'told', title: 'Describe it', format: 'json' };
  return (await post('', 'marketing-member', { ...body, source })).json.id;
};

it('tells those who may decide, until it is decided, and then the proposer', async () => {
  const id = await propose();
  await settleNotices(api);
  expect(await titlesOf(api, owner)).toEqual([`change-proposed decide ${id}`]);
  expect(await titlesOf(api, proposer)).toEqual([]);
  await post(`/${id}/decline`, 'checkout-owner', { note: 'Not now.' });
  await settleNotices(api);
  expect(await titlesOf(api, owner)).toEqual([]);
  expect((await noticesOf(api, proposer)).notices).toMatchObject([
    {
      kind: 'change-declined',
      reason: 'proposer',
      subjectKind: 'change-request',
      details: { name: 'Contract told', title: 'Describe it', note: 'Not now.' },
    },
  ]);
});

it('tells a comment to the other side', async () => {
  const id = await propose();
  await settleNotices(api);
  await api.database.knex('notices').delete();
  await post(`/${id}/comments`, 'checkout-owner', { text: 'Why?' });
  await post(`/${id}/comments`, 'marketing-member', { text: 'Because.' });
  await settleNotices(api);
  expect(await titlesOf(api, owner)).toEqual([`change-commented decide ${id}`]);
  expect(await titlesOf(api, proposer)).toEqual([`change-commented proposer ${id}`]);
});

it('tells nothing of a change that was decided before its notice was made', async () => {
  const id = await propose();
  await post(`/${id}/withdraw`, 'marketing-member', {});
  await settleNotices(api);
  expect(await titlesOf(api, owner)).toEqual([]);
});
