import { shareStatements } from '../../db/batched.ts';
import type { Database, Tx } from '../../db/connect.ts';
import { isUnavailable, sqlState } from '../../db/postgres-errors.ts';
import { lockTree } from '../../db/tables/documents/locks.ts';
import { listUnregistered } from '../../db/tables/documents/references.ts';
import { findHeadAndTeams } from '../../db/tables/documents/documents.ts';
import type { DocumentKey } from '../../db/tables/documents/documents.ts';
import { signalAfterCommit, transact } from '../../db/transact.ts';
import { Refusal } from '../../domain/errors.ts';
import { isDocumentReference } from '../../domain/kinds/index.ts';
import type { DocumentReference } from '../../domain/kinds/kind.ts';
import { compareAhead } from './content-difference.ts';
import { inWaves } from './import-waves.ts';
import { putDocument, putOnce } from './put-document.ts';
import type { PutResult } from './put-document.ts';
import type { PutDocument } from './put-request.ts';
import type { Written } from './try-put.ts';

/** The outcome of one document: stored, or an error. */
export type ImportOutcome = { result: PutResult } | { error: unknown };

/** Statements that an import adds to the transaction of each batch. */
export type BatchNotes = {
  /** The first statement; its refusal ends the whole batch. */
  begin: (tx: Tx) => Promise<void>;
  /** The last statement, with the outcomes of the documents. */
  end: (tx: Tx, outcomes: readonly ImportOutcome[]) => Promise<void>;
};

/** Attempts for a batch that ended by a deadlock or lock timeout. */
const attempts = 3;

/**
 * Stores documents as a PUT of each would, but in one transaction and in the order of their references; returns outcomes in the
 * order of the documents. A failing document does not affect the others: if a statement fails and aborts the transaction, all are
 * stored one by one. Throws only if nothing can be stored at present.
 */
export async function importDocuments(
  database: Database,
  puts: readonly PutDocument[],
  notes: BatchNotes,
): Promise<ImportOutcome[]> {
  const waves = inWaves(puts);
  await Promise.all(puts.map((put) => compareAhead(database, put)));
  let isTogether = true;
  for (let attempt = 1; ; attempt++) {
    try {
      return await storeBatch(database, { puts, waves }, notes, isTogether);
    } catch (error) {
      const lostRace = /^(40|55P03)/.test(sqlState(error) ?? '');
      const mayTryAgain = lostRace ? attempt < attempts : isTogether && !isUnavailable(error);
      if (error instanceof Refusal || !mayTryAgain) throw error;
      // A statement failed; stored alone, the document may succeed or fail without the others.
      if (!lostRace) isTogether = false;
    }
  }
}

type Batch = {
  puts: readonly PutDocument[];
  waves: readonly PutDocument[][];
};

type Stored = Map<PutDocument, ImportOutcome | undefined>;

function storeBatch(
  database: Database,
  { puts, waves }: Batch,
  notes: BatchNotes,
  isTogether: boolean,
): Promise<ImportOutcome[]> {
  return transact(database, async (tx) => {
    await notes.begin(tx);
    const tree = waves.flat().find(growsTree);
    if (tree) await lockTree(tx, keyOf(tree));
    const stored: Stored = isTogether
      ? await shareStatements(tx, () => storeWaves(tx, waves))
      : new Map();
    // Documents that were written concurrently, or whose statement failed.
    const left = waves.flat().filter((put) => !stored.get(put));
    for (const put of left) stored.set(put, await storeAlone({ ...database, knex: tx }, put));
    const outcomes = puts.map((put) => outcomeOf(stored, put));
    await notes.end(tx, outcomes);
    return outcomes;
  });
}

function outcomeOf(stored: Stored, put: PutDocument): ImportOutcome {
  return stored.get(put) ?? { error: new Error('the document was not stored') };
}

async function storeWaves(tx: Tx, waves: readonly PutDocument[][]): Promise<Stored> {
  const stored = new Map<PutDocument, Written | { error: Refusal } | undefined>();
  for (const wave of waves) {
    const moving = await listMoving(tx, wave);
    await storeAtOnce(
      tx,
      wave.filter((put) => !moving.has(put)),
      stored,
    );
    // Concurrent moves could put teams below each other, so they are stored in sequence.
    for (const put of moving) await storeAtOnce(tx, [put], stored);
  }
  return toOutcomes(tx, stored);
}

/** Documents already in the tree that may move. */
async function listMoving(tx: Tx, wave: readonly PutDocument[]): Promise<Set<PutDocument>> {
  const growing = wave.filter(growsTree);
  const heads = await Promise.all(growing.map((put) => findHeadAndTeams(tx, keyOf(put), [])));
  const moving = growing.filter((put, index) => {
    const head = heads[index]?.head;
    return head && head.contentHash.toString('hex') !== put.content.contentHash;
  });
  return new Set(moving);
}

function growsTree({ kind, content }: PutDocument): boolean {
  return kind.isTree && content.facts.owner.candidates.length > 0;
}

function keyOf({ principal, kind, id }: PutDocument): DocumentKey {
  return { organizationId: principal.organizationId, kind: kind.name, id };
}

async function storeAtOnce(
  tx: Tx,
  puts: readonly PutDocument[],
  stored: Map<PutDocument, Written | { error: Refusal } | undefined>,
): Promise<void> {
  // All statements must have ended before the transaction does.
  const settled = await Promise.allSettled(puts.map((put) => putOnce(tx, put)));
  for (const [index, put] of puts.entries()) {
    const one = settled[index];
    if (one?.status === 'fulfilled') stored.set(put, one.value);
    else if (isFinal(one?.reason)) stored.set(put, { error: one.reason });
    else throw one?.reason;
  }
}

/** False for temporary refusals: they end the import, and a repeated request continues from there. */
const isFinal = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code !== 'unavailable';

async function toOutcomes(
  tx: Tx,
  stored: ReadonlyMap<PutDocument, Written | { error: Refusal } | undefined>,
): Promise<Stored> {
  const entries = [...stored];
  const [first] = entries;
  const references = entries.flatMap(([{ content }]) => documentsOf(content.facts));
  const unregistered = new Set(
    first
      ? (await listUnregistered(tx, first[0].principal.organizationId, references)).map(
          ({ kind, id }) => `${kind} ${id}`,
        )
      : [],
  );
  const outcomes: Stored = new Map();
  for (const [put, written] of entries) {
    if (written === undefined || 'error' in written) {
      outcomes.set(put, written);
      continue;
    }
    if (written.outcome !== 'unchanged') signalAfterCommit(tx, 'events_recorded');
    const missing = documentsOf(put.content.facts).filter(({ kind, id }) =>
      unregistered.has(`${kind} ${id}`),
    );
    outcomes.set(put, { result: { ...written, unregistered: missing } });
  }
  return outcomes;
}

function documentsOf({ references = [] }: PutDocument['content']['facts']): DocumentReference[] {
  return references.filter(isDocumentReference);
}

/** Stores a document of a batch in its own transaction. */
async function storeAlone(database: Database, put: PutDocument): Promise<ImportOutcome> {
  try {
    const result = await putDocument(database, put);
    if (result.outcome !== 'unchanged') signalAfterCommit(database.knex, 'events_recorded');
    return { result };
  } catch (error) {
    if (isUnavailable(error) || (error instanceof Refusal && !isFinal(error))) throw error;
    return { error };
  }
}
