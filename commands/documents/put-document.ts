import type { Database, Tx } from '../../db/connect.ts';
import { isDeadlock, violatedConstraint } from '../../db/postgres-errors.ts';
import { lockDocument, lockTree } from '../../db/tables/document-locks.ts';
import { listUnregistered } from '../../db/tables/document-references.ts';
import type { DocumentKey } from '../../db/tables/documents.ts';
import { transact } from '../../db/transact.ts';
import { refuse } from '../../domain/errors.ts';
import { isDocumentReference } from '../../domain/kinds/index.ts';
import type { DocumentReference } from '../../domain/kinds/kind.ts';
import { preparePut } from './prepare-put.ts';
import type { PreparedPut, PutDocument } from './prepare-put.ts';
import { tryPut } from './try-put.ts';
import type { Tried, Written } from './try-put.ts';

/** `unregistered` is what the document names and what does not exist (yet). */
export type PutResult = Written & { unregistered: DocumentReference[] };

/** How often a PUT without If-Match starts again when somebody else wrote the same document meanwhile. */
const attempts = 10;

/** So often it just tries; then it locks the document first, and others wait for it. */
const attemptsWithoutLock = 2;

/**
 * Creates the document or replaces it; afterwards GET gives back exactly this text. Equal content makes no
 * revision and no event. Refuses invalid documents, unknown owners, missing permissions and failed
 * preconditions, and changes that must be announced and are not. Without preconditions the last writer wins.
 */
export async function putDocument(database: Database, put: PutDocument): Promise<PutResult> {
  const prepared = preparePut(put);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const result = await attemptPut(database, prepared, attempt);
    if (!result) continue;
    // Read behind the write: what exists now cannot be deleted any more without looking at our reference.
    const { organizationId } = put.principal;
    const references = prepared.extract.references?.filter(isDocumentReference) ?? [];
    const unregistered = await listUnregistered(database.knex, organizationId, references);
    return { ...result, unregistered };
  }
  return refuse(
    'concurrent_change',
    'Others keep writing this document at the same time; try again.',
  );
}

/**
 * The rest of a PUT, once, as part of a transaction of the caller, who has locked the tree if the document grows it.
 * Refuses before it writes; undefined when somebody else wrote the document meanwhile.
 */
export async function putPrepared(tx: Tx, prepared: PreparedPut): Promise<Written | undefined> {
  return inTransaction(await tryPut(tx, prepared));
}

const inTransaction = (tried: Tried): Written | undefined =>
  tried === 'needs transaction' ? undefined : tried;

/**
 * What is violated when others were faster between our two statements, which the next round then says properly: the owning team
 * was deleted, or the document itself was created and deleted, and so the number of our revision is taken.
 */
const overtaken = new Set(['documents_owner', 'document_revisions_pkey']);

function isOvertaken(error: unknown): boolean {
  return isDeadlock(error) || overtaken.has(violatedConstraint(error) ?? '');
}

/** One try; undefined when somebody else was faster. */
async function attemptPut(
  database: Database,
  prepared: PreparedPut,
  attempt: number,
): Promise<Written | undefined> {
  const { kind, id, principal } = prepared.put;
  const key: DocumentKey = { organizationId: principal.organizationId, kind: kind.name, id };
  // Two that become each other's parent at once would both find the tree in order.
  const growsTree = kind.isTree && prepared.extract.owner.candidates.length > 0;
  try {
    // What the document belongs to is kept until it is written. In a rehearsal, what fails must not take the whole transaction with it.
    const isAlone = !growsTree && !kind.belongsTo && !database.knex.isTransaction;
    if (isAlone && attempt < attemptsWithoutLock) {
      const written = await tryPut(database.knex, prepared);
      if (written !== 'needs transaction') return written;
    }
    return await transact(database, async (tx) => {
      if (growsTree) await lockTree(tx, key);
      await lockDocument(tx, key);
      return inTransaction(await tryPut(tx, prepared));
    });
  } catch (error) {
    if (isOvertaken(error)) return undefined;
    const constraint = violatedConstraint(error);
    if (constraint === 'documents_tag_any_case') {
      refuse('invalid_id', `There is a tag with the id '${id}' in another case; use that one.`);
    }
    throw error;
  }
}
