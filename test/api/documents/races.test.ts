import { deleteDocument } from '../../../db/tables/documents/deletion.ts';
import { writeDocument } from '../../../db/tables/documents/writes.ts';
import { transact } from '../../../db/transact.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestAnswer, TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(() => api.stop());

/** Whether a statement of another connection waits for a transaction to end. */
async function someoneWaits(): Promise<boolean> {
  const { rows } = await api.database.knex.raw(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`,
  );
  return rows.length > 0;
}

it('creates a document behind one that was created and deleted meanwhile', async () => {
  const key = { organizationId: api.organizationId, kind: 'data-contract', id: 'brief' };
  const now = new Date();
  let put: Promise<TestAnswer> | undefined;
  await transact(api.database, async (tx) => {
    const revision = await writeDocument(tx, {
      ...key,
      ownerId: 'checkout',
      name: 'Brief',
      status: undefined,
      tags: '[]',
      search: '',
      description: '',
      contentHash: Buffer.from('brief'),
      body: '{"id":"brief"}',
      source: undefined,
      principal: 'system',
      requestId: undefined,
      eventType: 'DataContractCreatedEvent',
      now,
      references: undefined,
    });
    expect(revision).toBe(1);
    const cause = { eventType: 'DataContractDeletedEvent', principal: 'system', now };
    const expected = { revision: 1, edition: 0 };
    expect(await deleteDocument(tx, key, expected, { ...cause, requestId: undefined })).toBe(true);
    put = api.send('PUT', '/api/datacontracts/brief', { body: contract('brief') });
    await until('the PUT waits for us', someoneWaits);
  });
  const answer = await put;
  expect([answer?.status, answer?.headers.get('etag')]).toEqual([200, '"3"']);
  const versions = (await api.send('GET', '/api/datacontracts/brief/versions')).json;
  expect(versions.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
});
