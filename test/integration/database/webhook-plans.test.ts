import { findHeadDelivery } from '../../../db/tables/webhooks/attempts.ts';
import { deleteDeliveries, reopenUndelivered } from '../../../db/tables/webhooks/deliveries.ts';
import { countDeliveries, listDeliveries } from '../../../db/views/webhooks/deliveries.ts';
import type { WebhookKey } from '../../../db/tables/webhooks/webhooks.ts';
import { transact } from '../../../db/transact.ts';
import { newId } from '../../../lib/ids.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import type { TestDatabase } from '../../support/servers/database.ts';
import { storeWebhook } from '../../support/servers/webhooks.ts';

const now = new Date();
let store: TestDatabase;
let webhook: WebhookKey;

beforeAll(async () => {
  store = await createTestDatabase();
  const { knex } = store.database;
  webhook = await storeWebhook(store, now);
  await knex.raw(
    `insert into webhook_deliveries (organization_id, webhook_id, id, event_id, event_seq, event_type, subject_kind,
        subject_id, status, next_attempt_at, created_at)
      select ?, 'hook', gen_random_uuid(), gen_random_uuid(), n, 'T', 'team', 'long',
        case when n > 3000 then 'pending' else 'delivered' end, now(), now() from generate_series(1, 6000) n`,
    [webhook.organizationId],
  );
  await knex.raw('analyze webhook_deliveries');
});
afterAll(() => store.drop());

/** How Postgres runs the statements of an action when it has planned them for any values. */
async function plansOf(act: () => Promise<unknown>): Promise<string[]> {
  const { knex } = store.database;
  const statements: { sql: string; bindings: unknown[] }[] = [];
  const listen = (query: { sql: string; bindings: unknown[] }) => statements.push(query);
  knex.on('query', listen);
  await act();
  knex.removeListener('query', listen);
  const plans = statements.map(({ sql, bindings }) =>
    knex.transaction(async (tx) => {
      await tx.raw('set local plan_cache_mode = force_generic_plan');
      const values = bindings.map((value) => knex.raw('?', [value ?? null] as never).toQuery());
      await tx.raw(`prepare planned as ${sql}`);
      const { rows } = await tx.raw(`explain execute planned (${values.join(', ')})`);
      await tx.raw('deallocate planned');
      return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
    }),
  );
  return Promise.all(plans);
}

test('the head of a long line is the first of an index', async () => {
  const line = { webhook, subjectKind: 'team', subjectId: 'long' };
  const [plan] = await plansOf(() =>
    findHeadDelivery(store.database.knex, line, { workId: newId(), testsOnly: false, now }),
  );
  expect(plan).toContain('webhook_deliveries_pending');
  expect(plan).not.toContain('Sort');
});

test('what failed or is being sent is found by indices, not among all that waits or was delivered', async () => {
  const plans = await plansOf(() =>
    transact(store.database, (tx) => reopenUndelivered(tx, webhook, now)),
  );
  const indices = plans.flatMap((plan) => /webhook_deliveries_(failing|sending)/.exec(plan)?.[1]);
  expect(indices).toEqual(['failing', 'sending']);
});

test('deliveries of a status are listed from an index, and all are counted', async () => {
  const { knex } = store.database;
  const page = { after: undefined, limit: 10, offset: 0 };
  const plans = await plansOf(async () => {
    expect(await listDeliveries(knex, webhook, 'delivered', page)).toHaveLength(10);
    const counts = await countDeliveries(knex, webhook.organizationId, ['hook', 'none']);
    expect([...counts.values()]).toEqual([
      { pending: 3_000, delivered: 3_000, failed: 0 },
      { pending: 0, delivered: 0, failed: 0 },
    ]);
  });
  expect(plans[0]).toContain('webhook_deliveries_by_status');
  expect(plans[0]).not.toContain('Sort');
  expect(plans[1]).toContain('(webhook_id = w.id) AND (status = s.status)');
});

test('retention deletes by place', async () => {
  const past = new Date(Date.now() - 1_000_000);
  const before = { ended: past, waiting: past };
  const [plan] = await plansOf(() => deleteDeliveries(store.database.knex, before, 100));
  expect(plan).toContain('Tid Scan');
  expect(plan).not.toContain('Hash');
});
