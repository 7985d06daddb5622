import { isTransaction } from '../../db/bound-knex.ts';
import type { Database, Tx } from '../../db/connect.ts';
import { isDeadlock, violatedConstraint } from '../../db/postgres-errors.ts';
import { lockDocument, lockTree } from '../../db/tables/documents/locks.ts';
import { listUnregistered } from '../../db/tables/documents/references.ts';
import type { DocumentKey } from '../../db/tables/documents/documents.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { isDocumentReference } from '../../domain/kinds/index.ts';
import type { DocumentReference } from '../../domain/kinds/kind.ts';
import { compareAhead } from './content-difference.ts';
import type { PutDocument } from './put-request.ts';
import { tryPut } from './try-put.ts';
import type { Tried, Written } from './try-put.ts';

/** `unregistered` are the named documents that do not exist (yet). */
export type PutResult = Written & { unregistered: DocumentReference[] };

/** Attempts of a PUT without If-Match despite concurrent writes of the same document. */
const attempts = 10;

/** Attempts without a lock; later ones lock the document first. */
const attemptsWithoutLock = 2;

/**
 * Creates or replaces the document; a later GET returns exactly this text. Equal content creates no revision and no event.
 * Refuses unknown owners, missing permissions, failed preconditions, and changes that must be announced and are not. Without
 * preconditions the last writer wins.
 */
export async function putDocument(database: Database, put: PutDocument): Promise<PutResult> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const result = await attemptPut(database, put, attempt);
    if (!result) continue;
    // Read after the write: existing documents cannot be deleted any more without seeing our reference.
    const { organizationId } = put.principal;
    const references = put.content.facts.references?.filter(isDocumentReference) ?? [];
    const unregistered = await listUnregistered(database.knex, organizationId, references);
    return { ...result, unregistered };
  }
  return refuse(
    'concurrent_change',
    'This document is being changed by other requests; try again.',
  );
}

/**
 * One PUT as part of the caller's transaction, which has locked the tree if the document grows it. Refuses before it writes;
 * undefined if the document was written concurrently.
 */
export async function putOnce(tx: Tx, put: PutDocument): Promise<Written | undefined> {
  return inTransaction(await tryPut(tx, put));
}

const inTransaction = (tried: Tried): Written | undefined =>
  tried === 'needs transaction' ? undefined : tried;

/**
 * Constraints that a concurrent write violates between our two statements; the next attempt gives the exact reason: the owning
 * team was deleted, or the document was created and deleted, so its revision number is taken.
 */
const overtaken = new Set(['documents_owner', 'document_revisions_pkey']);

function isOvertaken(error: unknown): boolean {
  return isDeadlock(error) || overtaken.has(violatedConstraint(error) ?? '');
}

/** One attempt; undefined if a concurrent write came first. */
async function attemptPut(
  database: Database,
  put: PutDocument,
  attempt: number,
): Promise<Written | undefined> {
  const { kind, id, principal } = put;
  const key: DocumentKey = { organizationId: principal.organizationId, kind: kind.name, id };
  // Two teams that become each other's parent at once would both find a valid tree without the lock.
  const growsTree = kind.isTree && put.content.facts.owner.candidates.length > 0;
  try {
    // The parent document stays locked until the write. In a dry run, a failed statement must not abort the whole transaction.
    const isAlone = !growsTree && !kind.belongsTo && !isTransaction(database.knex);
    if (isAlone && attempt < attemptsWithoutLock) {
      const written = await tryPut(database.knex, put);
      if (written !== 'needs transaction') return written;
    }
    await compareAhead(database, put);
    return await transact(database, async (tx) => {
      if (growsTree) await lockTree(tx, key);
      await lockDocument(tx, key);
      return inTransaction(await tryPut(tx, put));
    });
  } catch (error) {
    if (isOvertaken(error)) return undefined;
    const constraint = violatedConstraint(error);
    if (constraint === 'documents_tag_any_case') {
      refuse(
        'invalid_id',
        `A tag with the id '${id}' already exists; tags are case-insensitive, so use the existing id.`,
      );
    }
    throw error;
  }
}
