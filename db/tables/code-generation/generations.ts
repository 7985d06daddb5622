import { toFactPrefixQuery } from '../../../domain/search/words.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import type { WorkState } from '../../../domain/work/kinds.ts';
import type { Db, Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Identifies a generation by a hash of its inputs, so a stored answer never becomes stale. */
export type GenerationKey = {
  organizationId: OrganizationId;
  /** SHA-256 of the contract's source text. */
  contractHash: Buffer;
  /** SHA-256 of all other inputs. */
  requestHash: Buffer;
};

export type StoredGeneration = {
  contractHash: Buffer;
  /** True if the contract links definitions or concepts, on which the answer depends, too. */
  isLinking: boolean;
  /** Null when nothing is stored for the current contract. */
  answer: string | null;
  usedAt: Date | null;
};

const findStored = {
  name: 'generations-find-stored',
  text: `with contract as materialized (
      select d.organization_id, sha256(convert_to(r.body::text, 'UTF8')) as hash, d.search @@ $4::tsquery as linking
      from documents d join document_revisions r on r.organization_id = d.organization_id and r.kind = d.kind
        and r.id = d.id and r.revision = d.revision
      where d.organization_id = $1 and d.kind = 'data-contract' and d.id = $2)
    select c.hash as "contractHash", c.linking as "isLinking", g.answer, g.used_at as "usedAt"
    from contract c left join generations g on g.organization_id = c.organization_id and g.contract_hash = c.hash
      and g.request_hash = $3`,
};

/**
 * Reads the stored answer for the current contract in one query; undefined when the contract does not exist.
 * The hash covers the source text instead of its parsed content, because in the deprecated format the order of
 * members determines the order of columns.
 */
export async function findStoredGeneration(
  db: Db,
  organizationId: OrganizationId,
  request: { dataContractId: string; requestHash: Buffer },
): Promise<StoredGeneration | undefined> {
  const linking = toFactPrefixQuery('concept');
  const values = [organizationId, request.dataContractId, request.requestHash, linking];
  const [row] = await runStatement<StoredGeneration>(db, findStored, values);
  return row;
}

const insert = {
  name: 'generations-insert',
  text: `insert into generations (organization_id, contract_hash, request_hash, format, work_id, requested_at, used_at)
    values ($1, $2, $3, $4, $5, $6, $6)
    on conflict (organization_id, contract_hash, request_hash) do nothing returning 1`,
};

/** True when this is the first request; the caller then requests the work. Waits for concurrent requests. */
export async function insertGeneration(
  tx: Tx,
  key: GenerationKey,
  { format, workId, now }: { format: string; workId: string; now: Date },
): Promise<boolean> {
  const rows = await runStatement(tx, insert, [...valuesOf(key), format, workId, now]);
  return rows.length === 1;
}

/** State of a generation; `workState` is null when its work was deleted. */
export type GenerationState = {
  workId: string;
  answer: string | null;
  workState: WorkState | null;
  error: string | null;
};

const columns = `select g.work_id as "workId", g.answer, w.state as "workState", w.last_error as error
    from generations g left join work w on w.organization_id = g.organization_id and w.id = g.work_id`;

const find = {
  name: 'generations-find',
  text: `${columns} where g.organization_id = $1 and g.contract_hash = $2 and g.request_hash = $3`,
};

const lock = {
  name: 'generations-lock',
  text: `select 1 from generations where organization_id = $1 and contract_hash = $2 and request_hash = $3 for update`,
};

const findOfWork = {
  name: 'generations-find-of-work',
  text: `${columns} where g.organization_id = $1 and g.work_id = $2`,
};

/** The state of a generation, locked for the caller's transaction. */
export async function lockGeneration(
  tx: Tx,
  key: GenerationKey,
): Promise<GenerationState | undefined> {
  await runStatement(tx, lock, valuesOf(key));
  // A separate statement: the lock may have waited for a transaction whose work the first statement cannot see.
  const [row] = await runStatement<GenerationState>(tx, find, valuesOf(key));
  return row;
}

/** The state of the generation that a piece of work computes. */
export async function findGenerationOfWork(
  db: Db,
  organizationId: OrganizationId,
  workId: string,
): Promise<GenerationState | undefined> {
  const [row] = await runStatement<GenerationState>(db, findOfWork, [organizationId, workId]);
  return row;
}

const setWork = {
  name: 'generations-set-work',
  text: `update generations set work_id = $4, used_at = $5
    where organization_id = $1 and contract_hash = $2 and request_hash = $3`,
};

/** Records the work that replaces work that ended without an answer. */
export async function updateGenerationWork(
  tx: Tx,
  key: GenerationKey,
  { workId, now }: { workId: string; now: Date },
): Promise<void> {
  await runStatement(tx, setWork, [...valuesOf(key), workId, now]);
}

const setAnswer = {
  name: 'generations-set-answer',
  text: `update generations set answer = $3, bytes = octet_length($3), used_at = $4
    where organization_id = $1 and work_id = $2`,
};

/** Stores the answer of a piece of work; idempotent. */
export async function updateGenerationAnswer(
  tx: Tx,
  { organizationId, workId }: { organizationId: OrganizationId; workId: string },
  { answer, now }: { answer: string; now: Date },
): Promise<void> {
  await runStatement(tx, setAnswer, [organizationId, workId, answer, now]);
}

const setUse = {
  name: 'generations-set-use',
  text: `update generations set used_at = $4
    where organization_id = $1 and contract_hash = $2 and request_hash = $3`,
};

/** Records that a generation is still used. */
export async function updateGenerationUse(db: Db, key: GenerationKey, now: Date): Promise<void> {
  await runStatement(db, setUse, [...valuesOf(key), now]);
}

const removeUnused = {
  name: 'generations-delete-unused',
  text: `delete from generations where (organization_id, contract_hash, request_hash) in (
      select organization_id, contract_hash, request_hash from generations where used_at < $1
      order by used_at limit $2)
    returning 1`,
};

/** Deletes up to `limit` generations that were last used before the given time; returns their number. */
export async function deleteUnusedGenerations(
  db: Db,
  before: Date,
  limit: number,
): Promise<number> {
  return (await runStatement(db, removeUnused, [before, limit])).length;
}

const removeSurplus = {
  name: 'generations-delete-surplus',
  text: `delete from generations where (organization_id, contract_hash, request_hash) in (
      select organization_id, contract_hash, request_hash
      from (
        select organization_id, contract_hash, request_hash,
          sum(bytes) over (partition by organization_id order by used_at desc, contract_hash, request_hash) as upto
        from generations where answer is not null) sized
      where upto > $1 limit $2)
    returning 1`,
};

/**
 * Deletes up to `limit` of the least recently used generations beyond the bytes that each organization may
 * keep; returns their number.
 */
export async function deleteSurplusGenerations(
  db: Db,
  keptBytes: number,
  limit: number,
): Promise<number> {
  return (await runStatement(db, removeSurplus, [keptBytes, limit])).length;
}

function valuesOf({ organizationId, contractHash, requestHash }: GenerationKey): unknown[] {
  return [organizationId, contractHash, requestHash];
}
