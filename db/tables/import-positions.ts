import type { Db, Tx } from '../connect.ts';
import { runStatement } from '../statement.ts';
import type { IdempotencyKey } from './idempotency-keys.ts';

/** How far an import has come; `hash` is that of its address and of its first `position` documents. */
export type ImportPosition = { position: number; hash: Buffer; isComplete: boolean };

const begin = {
  name: 'import-positions-begin',
  text: `insert into idempotency_keys (organization_id, principal, key, request_hash, claimed_at, position)
    values ($1, $2, $3, $4, $5, 0) on conflict (organization_id, principal, key) do nothing`,
};

/** Notes that an import with this key begins, unless something with the key has begun before. */
export async function insertImportPosition(
  tx: Tx,
  key: IdempotencyKey,
  hash: Buffer,
  now: Date,
): Promise<void> {
  await runStatement(tx, begin, [key.organizationId, key.principal, key.key, hash, now]);
}

const lock = {
  name: 'import-positions-lock',
  text: `select position, request_hash as hash, status is not null as "isComplete" from idempotency_keys
    where organization_id = $1 and principal = $2 and key = $3 for update`,
};

/** Where the import with this key is, behind what is being committed right now; undefined when the key is of another request. */
export async function lockImportPosition(
  tx: Tx,
  key: IdempotencyKey,
): Promise<ImportPosition | undefined> {
  type Row = Omit<ImportPosition, 'position'> & { position: number | null };
  const [row] = await runStatement<Row>(tx, lock, [key.organizationId, key.principal, key.key]);
  if (!row || row.position === null) return undefined;
  return { ...row, position: row.position };
}

const advance = {
  name: 'import-positions-advance',
  text: `update idempotency_keys set position = $5, request_hash = $6, claimed_at = $7
    where organization_id = $1 and principal = $2 and key = $3 and position = $4 and status is null
    returning 1`,
};

/** Moves an import forward, with what the transaction writes besides; false when it is no longer at `from`. */
export async function advanceImportPosition(
  tx: Tx,
  key: IdempotencyKey,
  from: number,
  to: { position: number; hash: Buffer; now: Date },
): Promise<boolean> {
  const { position, hash, now } = to;
  const { organizationId, principal } = key;
  const values = [organizationId, principal, key.key, from, position, hash, now];
  return (await runStatement(tx, advance, values)).length === 1;
}

const complete = {
  name: 'import-positions-complete',
  text: `update idempotency_keys set status = 200
    where organization_id = $1 and principal = $2 and key = $3 and position = $4`,
};

/** Notes that nothing comes behind this position. */
export async function completeImportPosition(
  db: Db,
  key: IdempotencyKey,
  position: number,
): Promise<void> {
  await runStatement(db, complete, [key.organizationId, key.principal, key.key, position]);
}
