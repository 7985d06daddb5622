import type { Database } from '../../../../db/connect.ts';
import type { OrganizationId } from '../../../../domain/principal.ts';

/** Stores many events with positions in an empty feed; every thousandth has a rare type. */
export async function storeEvents(
  { knex }: Database,
  organizationId: OrganizationId,
  count: number,
): Promise<void> {
  await knex.raw(
    `insert into events (organization_id, id, type, subject_kind, subject_id, principal, public, data, at, seq)
      select ?, (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - ?::int + n), 12, '0')
          || '70008' || substr(md5(n::text), 1, 15))::uuid,
        case when n % 1000 = 0 then 'TeamDeletedEvent' else 'TeamUpdatedEvent' end,
        'team', 'team-' || n % 50, 'system', true,
        json_build_object('id', 'team-' || n % 50, 'timestamp', '2026-01-31T12:00:00.000Z'), now(), n
      from generate_series(1, ?::int) n`,
    [organizationId, count, count],
  );
  await knex('feed_head').update({ seq: count });
  await knex.raw('analyze events');
}
