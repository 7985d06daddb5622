import { shareStatements } from '../../db/batched.ts';
import type { Database, Tx } from '../../db/connect.ts';
import { isUnavailable, sqlState } from '../../db/postgres-errors.ts';
import { lockTree } from '../../db/tables/document-locks.ts';
import { listUnregistered } from '../../db/tables/document-references.ts';
import { findHeadAndTeams } from '../../db/tables/documents.ts';
import type { DocumentKey } from '../../db/tables/documents.ts';
import { signalAfterCommit, transact } from '../../db/transact.ts';
import { Refusal } from '../../domain/errors.ts';
import { isDocumentReference } from '../../domain/kinds/index.ts';
import type { DocumentReference } from '../../domain/kinds/kind.ts';
import { inWaves } from './import-waves.ts';
import { preparePut } from './prepare-put.ts';
import type { PreparedPut, PutDocument } from './prepare-put.ts';
import { putDocument, putPrepared } from './put-document.ts';
import type { PutResult } from './put-document.ts';
import type { Written } from './try-put.ts';

/** What became of one document: stored, or not, and why. */
export type ImportOutcome = { result: PutResult } | { error: unknown };

/** The first statement of the transaction; what it refuses, the whole batch is refused for. */
type Checkpoint = (tx: Tx) => Promise<void>;

/**
 * Stores documents as a PUT of each would, but in one transaction and what is needed first first; answers in the order
 * of the documents. One that fails leaves its neighbours alone: when a statement fails and takes the transaction with
 * it, all are stored one by one. Throws only when nothing can be stored at present.
 */
export async function importDocuments(
  database: Database,
  puts: readonly PutDocument[],
  checkpoint: Checkpoint,
): Promise<ImportOutcome[]> {
  const outcomes = new Map<PutDocument, ImportOutcome>();
  const prepared: PreparedPut[] = [];
  for (const put of puts) {
    try {
      prepared.push(preparePut(put));
    } catch (error) {
      outcomes.set(put, { error });
    }
  }
  const waves = inWaves(prepared);
  const stored = await storeTogether(database, waves, checkpoint);
  const isStored = stored !== undefined;
  for (const [put, outcome] of stored ?? []) if (outcome) outcomes.set(put, outcome);
  for (const { put } of waves.flat()) {
    // Somebody else wrote these at the same time, or a statement failed.
    if (!outcomes.has(put)) outcomes.set(put, await storeAlone(database, put));
  }
  // What is stored twice because this is lost stays as it is.
  if (!isStored) await transact(database, checkpoint);
  return puts.map((put) => outcomes.get(put) ?? { error: new Error('a document was left out') });
}

type Stored = Map<PutDocument, ImportOutcome | undefined>;

/** Undefined when a statement failed that may get through alone. */
async function storeTogether(
  database: Database,
  waves: readonly PreparedPut[][],
  checkpoint: Checkpoint,
): Promise<Stored | undefined> {
  try {
    return await transact(database, async (tx) => {
      await checkpoint(tx);
      return shareStatements(tx, () => storeWaves(tx, waves));
    });
  } catch (error) {
    const lostRace = /^(40|55P03)/.test(sqlState(error) ?? '');
    if (error instanceof Refusal || (isUnavailable(error) && !lostRace)) throw error;
    return undefined;
  }
}

async function storeWaves(tx: Tx, waves: readonly PreparedPut[][]): Promise<Stored> {
  const stored = new Map<PreparedPut, Written | { error: Refusal } | undefined>();
  const all = waves.flat();
  const tree = all.find(growsTree);
  if (tree) await lockTree(tx, keyOf(tree));
  for (const wave of waves) {
    const moving = await listMoving(tx, wave);
    await storeAtOnce(
      tx,
      wave.filter((put) => !moving.has(put)),
      stored,
    );
    // Each could come to lie below another one.
    for (const put of moving) await storeAtOnce(tx, [put], stored);
  }
  return toOutcomes(tx, stored);
}

/** Those that are already in the tree and may get another place in it. */
async function listMoving(tx: Tx, wave: readonly PreparedPut[]): Promise<Set<PreparedPut>> {
  const growing = wave.filter(growsTree);
  const heads = await Promise.all(growing.map((put) => findHeadAndTeams(tx, keyOf(put), [])));
  const moving = growing.filter((put, index) => {
    const head = heads[index]?.head;
    return head && !head.contentHash.equals(put.contentHash);
  });
  return new Set(moving);
}

function growsTree({ put, extract }: PreparedPut): boolean {
  return put.kind.isTree && extract.owner.candidates.length > 0;
}

function keyOf({ put }: PreparedPut): DocumentKey {
  return { organizationId: put.principal.organizationId, kind: put.kind.name, id: put.id };
}

async function storeAtOnce(
  tx: Tx,
  puts: readonly PreparedPut[],
  stored: Map<PreparedPut, Written | { error: Refusal } | undefined>,
): Promise<void> {
  // All must have ended before the transaction does.
  const settled = await Promise.allSettled(puts.map((put) => putPrepared(tx, put)));
  for (const [index, put] of puts.entries()) {
    const one = settled[index];
    if (one?.status === 'fulfilled') stored.set(put, one.value);
    else if (one?.reason instanceof Refusal) stored.set(put, { error: one.reason });
    else throw one?.reason;
  }
}

async function toOutcomes(
  tx: Tx,
  stored: ReadonlyMap<PreparedPut, Written | { error: Refusal } | undefined>,
): Promise<Stored> {
  const entries = [...stored];
  const [first] = entries;
  const references = entries.flatMap(([{ extract }]) => documentsOf(extract));
  const unregistered = new Set(
    first
      ? (await listUnregistered(tx, first[0].put.principal.organizationId, references)).map(
          ({ kind, id }) => `${kind} ${id}`,
        )
      : [],
  );
  const outcomes: Stored = new Map();
  for (const [{ put, extract }, written] of entries) {
    if (written === undefined || 'error' in written) {
      outcomes.set(put, written);
      continue;
    }
    if (written.outcome !== 'unchanged') signalAfterCommit(tx, 'events_recorded');
    const missing = documentsOf(extract).filter(({ kind, id }) =>
      unregistered.has(`${kind} ${id}`),
    );
    outcomes.set(put, { result: { ...written, unregistered: missing } });
  }
  return outcomes;
}

function documentsOf({ references = [] }: PreparedPut['extract']): DocumentReference[] {
  return references.filter(isDocumentReference);
}

async function storeAlone(database: Database, put: PutDocument): Promise<ImportOutcome> {
  try {
    const result = await putDocument(database, put);
    if (result.outcome !== 'unchanged') database.signals.send('events_recorded');
    return { result };
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return { error };
  }
}
