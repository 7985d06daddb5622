import { Client } from 'pg';
import type { OrganizationId } from '../../../../domain/principal.ts';
import type { TestDatabase } from '../../servers/database.ts';

/**
 * Stores many events with positions in an empty feed; every thousandth has a rare type. Indexes are built afterwards, which takes a
 * fraction of the time of filling them row by row.
 */
export async function storeEvents(
  { url }: Pick<TestDatabase, 'url'>,
  organizationId: OrganizationId,
  count: number,
): Promise<void> {
  // The connections of the product end statements that take as long as this may.
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
        where tablename = 'events' and indexname <> 'events_pkey'`,
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query(
      `insert into events (organization_id, id, type, subject_kind, subject_id, principal, public, data, at, seq)
        select $1, (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - $2::int + n), 12, '0')
            || '70008' || substr(md5(n::text), 1, 15))::uuid,
          case when n % 1000 = 0 then 'TeamDeletedEvent' else 'TeamUpdatedEvent' end,
          'team', 'team-' || n % 50, 'system', true,
          json_build_object('id', 'team-' || n % 50, 'timestamp', '2026-01-31T12:00:00.000Z'), now(), n
        from generate_series(1, $2::int) n`,
      [organizationId, count],
    );
    for (const { definition } of indexes) await client.query(definition);
    await client.query('update feed_head set seq = $1', [count]);
    await client.query('commit');
    await client.query('analyze events');
  } finally {
    await client.end();
  }
}
