import { batched } from '../../batched.ts';
import type { Tx } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import type { DocumentHead, DocumentKey } from './documents.ts';

const lockHead = {
  name: 'documents-lock',
  text: `select 1 from documents where organization_id = $1 and kind = $2 and id = $3 for update`,
};

/** Locks the document against other writes until the end of the transaction, if it exists. */
export async function lockDocument(tx: Tx, key: DocumentKey): Promise<void> {
  await runStatement(tx, lockHead, [key.organizationId, key.kind, key.id]);
}

const lockKind = {
  name: 'documents-lock-tree',
  text: `select pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0))`,
};

/** Locks the tree of this kind in this organization against changes until the end of the transaction. */
export async function lockTree(tx: Tx, key: DocumentKey): Promise<void> {
  await runStatement(tx, lockKind, [key.organizationId, key.kind]);
}

const shareHeads = {
  name: 'documents-share',
  text: `select k.n::int as n, d.revision, d.edition, d.owner_id as "ownerId"
    from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as k(organization_id, kind, id, n)
    join documents d on d.organization_id = k.organization_id and d.kind = k.kind and d.id = k.id
    order by d.kind, d.id for key share of d`,
};

type Kept = Pick<DocumentHead, 'revision' | 'edition' | 'ownerId'>;

/**
 * Owner and version of the document, which is protected against deletion until the end of the transaction;
 * undefined when there is none. Waits for a concurrent deletion.
 */
export const keepDocument = batched<DocumentKey, Kept>({ maxRunning: 1 }, async (db, keys) => {
  const rows = await runStatement<Kept & { n: number }>(db, shareHeads, [
    keys.map(({ organizationId }) => organizationId),
    keys.map(({ kind }) => kind),
    keys.map(({ id }) => id),
  ]);
  const kept = new Map(rows.map((row) => [row.n, row]));
  return keys.map((_, index) => kept.get(index + 1));
});
