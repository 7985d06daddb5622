import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Requests of a key on one day (YYYY-MM-DD, UTC). */
export type KeyUse = {
  organizationId: OrganizationId;
  apiKeyId: string;
  day: string;
  requests: number;
  /** Requests that were answered with 400 or more. */
  failed: number;
};

/** Sorted, so that two processes never wait for each other. */
const add = {
  name: 'api-key-uses-add',
  text: `insert into api_key_uses as u (organization_id, api_key_id, day, requests, failed)
    select k.organization_id, k.id, n.day, n.requests, n.failed
    from unnest($1::uuid[], $2::uuid[], $3::date[], $4::bigint[], $5::bigint[])
      as n(organization_id, api_key_id, day, requests, failed)
    join api_keys k on k.organization_id = n.organization_id and k.id = n.api_key_id
    order by k.organization_id, k.id, n.day
    on conflict (organization_id, api_key_id, day)
    do update set requests = u.requests + excluded.requests, failed = u.failed + excluded.failed`,
};

/** Adds counted requests of several keys, each key and day once, in one statement. */
export async function addKeyUses(db: Db, uses: readonly KeyUse[]): Promise<void> {
  if (uses.length === 0) return;
  await runStatement(db, add, [
    uses.map(({ organizationId }) => organizationId),
    uses.map(({ apiKeyId }) => apiKeyId),
    uses.map(({ day }) => day),
    uses.map(({ requests }) => requests),
    uses.map(({ failed }) => failed),
  ]);
}

const remove = {
  name: 'api-key-uses-delete-old',
  text: `delete from api_key_uses where (organization_id, api_key_id, day) in (
      select organization_id, api_key_id, day from api_key_uses where day < $1::timestamptz::date limit $2)
    returning 1`,
};

/** Deletes up to `limit` rows of days before this one; returns their number. */
export async function deleteOldKeyUses(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await runStatement(tx, remove, [before, limit])).length;
}
