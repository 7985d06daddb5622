import type { Client } from 'pg';

export const storedEvents = 1_000_000;

/** One of a thousand events is of this type. */
export const rareType = 'TeamCreatedEvent';

/** Each subject has 200 of the million events, from the first to the last. */
export const subjectOf = (n: number): string => `subject-${n % 5_000}`;

const fill = `
  insert into events (organization_id, id, type, subject_kind, subject_id, principal, request_id, public, data, at, seq)
  select $1, (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - 86400000 + n * 60), 12, '0')
      || '7' || lpad(to_hex(n % 4096), 3, '0') || '8' || substr(md5(n::text), 1, 15))::uuid,
    case when n % 1000 = 0 then '${rareType}'
      else (array['DataContractUpdatedEvent', 'DataProductUpdatedEvent', 'AssetUpdatedEvent', 'AccessUpdatedEvent'])[1 + n % 4] end,
    'data-contract', 'subject-' || n % 5000, 'api-key:0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000', md5(n::text), true,
    json_build_object('id', 'subject-' || n % 5000, 'timestamp', '2026-01-31T12:00:00.000Z'),
    now() - interval '1 day' + n * interval '60 ms', n
  from generate_series(1, ${storedEvents}) n`;

/** A feed of a million events, each with its position, as the sequencer leaves it after a day. */
export async function storeEvents(client: Client, organizationId: string): Promise<void> {
  await client.query(fill, [organizationId]);
  await client.query('update feed_head set seq = $1', [storedEvents]);
  await client.query('vacuum analyze events');
}

/** The cost of the rows of a batch alone: the upper limit for a batch. */
export const bareBatch = {
  name: 'bare',
  text: `select id, type, subject_id, principal, data::text as data, at, seq from events
    where organization_id = $1 and seq > $2 order by seq limit 1000`,
};
