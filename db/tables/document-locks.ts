import type { Db, Tx } from '../connect.ts';
import { runStatement } from '../statement.ts';
import type { DocumentKey } from './documents.ts';

const lockHead = {
  name: 'documents-lock',
  text: `select 1 from documents where organization_id = $1 and kind = $2 and id = $3 for update`,
};

/** Until the end of the transaction nobody else writes this document, if it exists. */
export async function lockDocument(tx: Tx, key: DocumentKey): Promise<void> {
  await runStatement(tx, lockHead, [key.organizationId, key.kind, key.id]);
}

const lockKind = {
  name: 'documents-lock-tree',
  text: `select pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0))`,
};

/** Until the end of the transaction nobody else changes the tree of this kind in this organization. */
export async function lockTree(tx: Tx, key: DocumentKey): Promise<void> {
  await runStatement(tx, lockKind, [key.organizationId, key.kind]);
}

const shareHead = {
  name: 'documents-share',
  text: `select 1 from documents where organization_id = $1 and kind = $2 and id = $3 for key share`,
};

/** Until the end of the transaction nobody deletes the document, if it exists. */
export async function keepDocument(tx: Db, key: DocumentKey): Promise<void> {
  await runStatement(tx, shareHead, [key.organizationId, key.kind, key.id]);
}
