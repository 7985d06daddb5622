import type { Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

const recent = `select t from unnest(l.attempts) t where t > clock_timestamp() - interval '1 hour'`;

/** The row lock of the conflict lets concurrent attempts count each other. */
const count = {
  name: 'attempt-limits-count',
  text: `insert into sign_in_limits as l (subject_hash, attempts, updated_at)
    values ($1, array[clock_timestamp()], clock_timestamp())
    on conflict (subject_hash) do update
      set attempts = array(${recent} order by t) || clock_timestamp(), updated_at = clock_timestamp()
      where (select count(*) from (${recent}) r) < $2
    returning 1`,
};

const wait = {
  name: 'attempt-limits-wait',
  text: `select ceil(extract(epoch from min(r.t) + interval '1 hour' - clock_timestamp()))::int as seconds
    from sign_in_limits l cross join lateral (${recent}) r where l.subject_hash = $1`,
};

/**
 * Counts an attempt of a subject, unless it has made `max` in the last hour by the clock of Postgres; then returns the seconds
 * until the next one is allowed.
 */
export async function countAttempt(
  tx: Tx,
  subjectHash: Buffer,
  max: number,
): Promise<number | undefined> {
  if ((await runStatement(tx, count, [subjectHash, max])).length === 1) return undefined;
  const [row] = await runStatement<{ seconds: number | null }>(tx, wait, [subjectHash]);
  return Math.max(1, row?.seconds ?? 1);
}

const removeOld = {
  name: 'attempt-limits-delete-old',
  text: `delete from sign_in_limits where subject_hash in (
      select subject_hash from sign_in_limits where updated_at <= clock_timestamp() - interval '1 hour' limit $1)
    returning 1`,
};

/** Deletes up to `limit` subjects without an attempt in the last hour; returns their number. */
export async function deleteOldAttemptLimits(tx: Tx, limit: number): Promise<number> {
  return (await runStatement(tx, removeOld, [limit])).length;
}
