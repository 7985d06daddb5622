import type { OrganizationId } from '../../domain/principal.ts';
import type { Db, Tx } from '../connect.ts';
import { runStatement } from '../statement.ts';

/** Names one Idempotency-Key: keys of different principals never meet. */
export type IdempotencyKey = { organizationId: OrganizationId; principal: string; key: string };

export type StoredAnswer = {
  requestHash: Buffer;
  workId: string | null;
  status: number | null;
  headers: string | null;
  body: string | null;
};

/** A request that died while it was handled frees its key after this time. */
const abandonedAfter = `interval '60 seconds'`;

const claim = {
  name: 'idempotency-keys-claim',
  text: `insert into idempotency_keys (organization_id, principal, key, request_hash, claimed_at)
    values ($1, $2, $3, $4, $5)
    on conflict (organization_id, principal, key) do update set claimed_at = excluded.claimed_at
    where idempotency_keys.status is null and idempotency_keys.work_id is null
      and idempotency_keys.request_hash = excluded.request_hash
      and idempotency_keys.claimed_at < excluded.claimed_at - ${abandonedAfter}
    returning 1`,
};

/** True when the request is the first with this key (or the first died unanswered) and must be handled. */
export async function claimIdempotencyKey(
  db: Db,
  key: IdempotencyKey,
  requestHash: Buffer,
  now: Date,
): Promise<boolean> {
  const rows = await runStatement(db, claim, [
    key.organizationId,
    key.principal,
    key.key,
    requestHash,
    now,
  ]);
  return rows.length === 1;
}

const find = {
  name: 'idempotency-keys-find',
  text: `select request_hash as "requestHash", work_id as "workId", status, headers::text as headers, body
    from idempotency_keys where organization_id = $1 and principal = $2 and key = $3`,
};

/** What is stored under the key. */
export async function findIdempotencyKey(
  db: Db,
  key: IdempotencyKey,
): Promise<StoredAnswer | undefined> {
  const [row] = await runStatement<StoredAnswer>(db, find, [
    key.organizationId,
    key.principal,
    key.key,
  ]);
  return row;
}

const setWork = {
  name: 'idempotency-keys-set-work',
  text: `update idempotency_keys set work_id = $4 where organization_id = $1 and principal = $2 and key = $3`,
};

/** Notes, in the transaction that requests it, which work the request waits for. */
export async function updateIdempotencyWork(
  tx: Tx,
  key: IdempotencyKey,
  workId: string,
): Promise<void> {
  await runStatement(tx, setWork, [key.organizationId, key.principal, key.key, workId]);
}

const setAnswer = {
  name: 'idempotency-keys-set-answer',
  text: `update idempotency_keys set status = $4, headers = $5, body = $6
    where organization_id = $1 and principal = $2 and key = $3`,
};

/** Stores the answer that repetitions get. */
export async function updateIdempotencyAnswer(
  db: Db,
  key: IdempotencyKey,
  answer: { status: number; headers: Record<string, string>; body: string },
): Promise<void> {
  const { status, headers, body } = answer;
  await runStatement(db, setAnswer, [
    key.organizationId,
    key.principal,
    key.key,
    status,
    JSON.stringify(headers),
    body,
  ]);
}

/** Frees the key: the request failed in a way that a repetition may mend. */
export async function deleteIdempotencyKey(db: Db, key: IdempotencyKey): Promise<void> {
  await db('idempotency_keys')
    .where({
      organization_id: key.organizationId,
      principal: key.principal,
      key: key.key,
      work_id: null,
    })
    .delete();
}

const removeOld = {
  name: 'idempotency-keys-delete',
  text: `delete from idempotency_keys where (organization_id, principal, key) in (
      select organization_id, principal, key from idempotency_keys where claimed_at < $1 order by claimed_at limit $2)
    returning 1`,
};

/** Deletes up to `limit` keys that came before the given time; answers how many. */
export async function deleteIdempotencyKeys(db: Db, before: Date, limit: number): Promise<number> {
  return (await runStatement(db, removeOld, [before, limit])).length;
}
