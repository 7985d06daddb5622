import type { Db } from '../../connect.ts';
import type { Claim } from '../../fenced.ts';
import { runStatement } from '../../statement.ts';

export type HeartbeatAnswer = { id: string; fence: number; held: boolean; cancelled: boolean };

const beat = {
  name: 'work-heartbeat',
  text: `with claims as (
      select * from unnest($1::uuid[], $2::bigint[], $3::int[]) as c(id, fence, lease_ms)),
    free as (
      select w.id from work w join claims c on w.id = c.id and w.fence = c.fence
      where w.state = 'RUNNING' for update of w skip locked),
    renewed as (
      update work w set lease_until = clock_timestamp() + c.lease_ms * interval '1 millisecond'
      from claims c where w.id = c.id and w.id in (select id from free))
    select c.id, c.fence, coalesce(w.fence = c.fence and w.state = 'RUNNING', false) as held,
      coalesce(w.cancel_requested_at is not null, false) as cancelled
    from claims c left join work w on w.id = c.id`,
};

/**
 * Renews the leases of all claims of a process in one statement, and returns which are lost and which were
 * cancelled. Skips rows locked by a page of the same job: that page renews them.
 */
export function renewLeases(db: Db, claims: readonly Claim[]): Promise<HeartbeatAnswer[]> {
  return runStatement<HeartbeatAnswer>(db, beat, [
    claims.map((claim) => claim.id),
    claims.map((claim) => claim.fence),
    claims.map((claim) => claim.leaseMs),
  ]);
}
