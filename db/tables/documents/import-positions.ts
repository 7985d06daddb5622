import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { IdempotencyKey } from '../work/idempotency-keys.ts';

/** Progress of an import; `hash` covers its address and its first `position` documents. */
export type ImportPosition = { position: number; hash: Buffer; isComplete: boolean };

const begin = {
  name: 'import-positions-begin',
  text: `insert into idempotency_keys (organization_id, principal, key, request_hash, claimed_at, position)
    values ($1, $2, $3, $4, $5, 0) on conflict (organization_id, principal, key) do nothing`,
};

/** Records the start of an import with this key, unless the key is in use. */
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

/**
 * The position of the import with this key, after any concurrent commit; undefined when the key belongs to
 * another request.
 */
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

/** Advances an import in the caller's transaction; false when it is no longer at `from`. */
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
  text: `update idempotency_keys set status = 200, body = coalesce(body, $5)
    where organization_id = $1 and principal = $2 and key = $3 and position = $4 returning body`,
};

/** Records that the import ends at this position; returns the summary that was stored first. */
export async function completeImportPosition(
  db: Db,
  { organizationId, principal, key }: IdempotencyKey,
  position: number,
  summary: string,
): Promise<string | undefined> {
  const values = [organizationId, principal, key, position, summary];
  const [row] = await runStatement<{ body: string }>(db, complete, values);
  return row?.body;
}

const insertResults = {
  name: 'import-results-insert',
  text: `insert into import_results (organization_id, principal, key, position, results)
    values ($1, $2, $3, $4, $5)`,
};

/** Results of the batch that ends at `position`. */
export type ImportResults = { position: number; results: string };

/** Stores the results of a batch with its position. */
export async function insertImportResults(
  tx: Tx,
  { organizationId, principal, key }: IdempotencyKey,
  { position, results }: ImportResults,
): Promise<void> {
  await runStatement(tx, insertResults, [organizationId, principal, key, position, results]);
}

const listResults = {
  name: 'import-results-list',
  text: `select position, results from import_results
    where organization_id = $1 and principal = $2 and key = $3 and position > $4 and position <= $5
    order by position limit 4`,
};

/** The results of the next batches in order, at most four. */
export async function listImportResults(
  db: Db,
  { organizationId, principal, key }: IdempotencyKey,
  { after, upTo }: { after: number; upTo: number },
): Promise<ImportResults[]> {
  return runStatement(db, listResults, [organizationId, principal, key, after, upTo]);
}
