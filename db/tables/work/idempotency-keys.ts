import { createHash } from 'node:crypto';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Identifies one Idempotency-Key: keys of different principals are independent. */
export type IdempotencyKey = { organizationId: OrganizationId; principal: string; key: string };

/** A request stored under an Idempotency-Key, with its answer or the work that computes it. */
export type StoredRequest = {
  requestHash: Buffer;
  workId: string | null;
  /** Null until there is an answer; null without work for an import, or when the outcome is unknown. */
  status: number | null;
  headers: string | null;
  body: string | null;
};

export type StoredAnswer = { status: number; headers: Record<string, string>; body: string };

/** The advisory lock held by the transaction of the request with this key. */
export function idempotencyLock({ organizationId, principal, key }: IdempotencyKey): bigint {
  const name = ['idempotency key', organizationId, principal, key].join('\0');
  return createHash('sha256').update(name).digest().readBigInt64BE();
}

const find = {
  name: 'idempotency-keys-find',
  text: `select request_hash as "requestHash", work_id as "workId", status, headers::text as headers, body
    from idempotency_keys where organization_id = $1 and principal = $2 and key = $3`,
};

/** The request that was sent with the key; undefined when no such request has committed. */
export async function findIdempotencyKey(
  db: Db,
  key: IdempotencyKey,
): Promise<StoredRequest | undefined> {
  const [row] = await runStatement<StoredRequest>(db, find, valuesOf(key));
  return row;
}

const probe = {
  name: 'idempotency-keys-probe',
  text: `select not pg_try_advisory_xact_lock_shared($1) as "isHandled"`,
};

/** True while a transaction handles a request with the key. */
export async function isKeyHandled(db: Db, key: IdempotencyKey): Promise<boolean> {
  const [row] = await runStatement<{ isHandled: boolean }>(db, probe, [idempotencyLock(key)]);
  return row?.isHandled === true;
}

const insert = {
  name: 'idempotency-keys-insert',
  text: `insert into idempotency_keys (organization_id, principal, key, request_hash, claimed_at, work_id, status, headers, body)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (organization_id, principal, key) do nothing returning 1`,
};

/** Stores a request with its outcome, in the transaction of its effects; false when the key is in use. */
export async function insertIdempotencyKey(
  tx: Tx,
  key: IdempotencyKey,
  { requestHash, now, outcome }: { requestHash: Buffer; now: Date; outcome: RequestOutcome },
): Promise<boolean> {
  const values =
    'workId' in outcome
      ? [outcome.workId, null, null, null]
      : [null, outcome.status, JSON.stringify(outcome.headers), outcome.body];
  const rows = await runStatement(tx, insert, [...valuesOf(key), requestHash, now, ...values]);
  return rows.length === 1;
}

export type RequestOutcome = StoredAnswer | { workId: string };

const setAnswer = {
  name: 'idempotency-keys-set-answer',
  text: `update idempotency_keys set status = $4, headers = $5, body = $6
    where organization_id = $1 and principal = $2 and key = $3 and status is null`,
};

/** Stores the answer computed by a request's work; the first answer stays. */
export async function updateIdempotencyAnswer(
  db: Db,
  key: IdempotencyKey,
  { status, headers, body }: StoredAnswer,
): Promise<void> {
  await runStatement(db, setAnswer, [...valuesOf(key), status, JSON.stringify(headers), body]);
}

function valuesOf({ organizationId, principal, key }: IdempotencyKey): readonly string[] {
  return [organizationId, principal, key];
}

const removeOld = {
  name: 'idempotency-keys-delete',
  text: `delete from idempotency_keys where (organization_id, principal, key) in (
      select organization_id, principal, key from idempotency_keys where claimed_at < $1 order by claimed_at limit $2)
    returning 1`,
};

/** Deletes up to `limit` keys received before the given time; returns their number. */
export async function deleteIdempotencyKeys(db: Db, before: Date, limit: number): Promise<number> {
  return (await runStatement(db, removeOld, [before, limit])).length;
}
