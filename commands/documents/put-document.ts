import type { Database, Db, Tx } from '../../db/connect.ts';
import { isDeadlock, violatedConstraint } from '../../db/postgres-errors.ts';
import { lockDocument, lockTree } from '../../db/tables/document-locks.ts';
import { listUnregistered } from '../../db/tables/document-references.ts';
import { updateDocumentText } from '../../db/tables/document-texts.ts';
import { updateDocument } from '../../db/tables/document-batches.ts';
import { insertDocument } from '../../db/tables/document-writes.ts';
import type { DocumentWrite } from '../../db/tables/document-write.ts';
import { findHeadAndTeams, findReplaced } from '../../db/tables/documents.ts';
import type { DocumentHead, DocumentKey, Replaced } from '../../db/tables/documents.ts';
import { transact } from '../../db/transact.ts';
import type { ContractVerdict } from '../../domain/contract-changes/contract-change.ts';
import { refuse } from '../../domain/errors.ts';
import { isDocumentReference, isReferable } from '../../domain/kinds/index.ts';
import type { DocumentKind, DocumentReference, Extract } from '../../domain/kinds/kind.ts';
import { toSearchEntry } from '../../domain/kinds/search-entry.ts';
import type { Principal } from '../../domain/principal.ts';
import type { JsonObject } from '../../lib/json.ts';
import { changesTestSchedule, scheduleContractTests } from '../contract-tests/schedule-tests.ts';
import { assertFormatAccepted } from './assert-format-accepted.ts';
import { assertMayPut, assertNoCycle } from './assert-may-put.ts';
import { assertValid } from './assert-valid.ts';
import { hashDocument } from './document-hash.ts';
import { judgeChange } from './judge-change.ts';
import { portEvents } from './port-events.ts';
import { assertPreconditions } from './preconditions.ts';
import type { Preconditions } from './preconditions.ts';

export type PutDocument = {
  kind: DocumentKind;
  id: string;
  document: JsonObject;
  /** The document as JSON text, which GET gives back. */
  body: string;
  /** The YAML text when it came as YAML. */
  source: string | undefined;
  principal: Principal;
  requestId: string | undefined;
  preconditions: Preconditions;
  now: Date;
  /** Last day on which deprecated formats are accepted, e.g. `2026-12-31`; undefined sets no end. */
  deprecatedFormatsUntil?: string | undefined;
};

export type Written = {
  revision: number;
  edition: number;
  outcome: 'created' | 'updated' | 'unchanged';
  /** What an update changed, for kinds that are judged. */
  change?: ContractVerdict | undefined;
};

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
  const { extract, contentHash } = preparePut(put);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const result = await attemptPut(database, { put, extract, contentHash, attempt });
    if (!result) continue;
    // Read behind the write: what exists now cannot be deleted any more without looking at our reference.
    const { organizationId } = put.principal;
    const references = extract.references?.filter(isDocumentReference) ?? [];
    const unregistered = await listUnregistered(database.knex, organizationId, references);
    return { ...result, unregistered };
  }
  return refuse(
    'concurrent_change',
    'Others keep writing this document at the same time; try again.',
  );
}

/** A PUT whose document is valid, with what is taken out of it. */
export type PreparedPut = { put: PutDocument; extract: Extract; contentHash: Buffer };

/** What of a PUT needs no database; refuses invalid documents. */
export function preparePut(put: PutDocument): PreparedPut {
  const { kind, document, deprecatedFormatsUntil: until, now } = put;
  assertFormatAccepted(kind, document, { until, now });
  assertValid(kind, document);
  const contentHash = hashDocument(document, kind.unversioned);
  return { put, extract: kind.extract(document), contentHash };
}

/**
 * The rest of a PUT, once, as part of a transaction of the caller, who has locked the tree if the document grows it.
 * Refuses before it writes; undefined when somebody else wrote the document meanwhile.
 */
export async function putPrepared(
  tx: Tx,
  { put, extract, contentHash }: PreparedPut,
): Promise<Written | undefined> {
  return inTransaction(await tryPut(tx, put, extract, contentHash));
}

/** More than one statement, which a transaction has to hold together; outside of one nothing was written then. */
type Tried = Written | 'needs transaction' | undefined;

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

type Attempt = { put: PutDocument; extract: Extract; contentHash: Buffer; attempt: number };

/** One try; undefined when somebody else was faster. */
async function attemptPut(
  database: Database,
  { put, extract, contentHash, attempt }: Attempt,
): Promise<Written | undefined> {
  const { kind, id, principal } = put;
  const key: DocumentKey = { organizationId: principal.organizationId, kind: kind.name, id };
  // Two that become each other's parent at once would both find the tree in order.
  const growsTree = kind.isTree && extract.owner.candidates.length > 0;
  try {
    // What the document belongs to is kept until it is written. In a rehearsal, what fails must not take the whole transaction with it.
    const isAlone = !growsTree && !kind.belongsTo && !database.knex.isTransaction;
    if (isAlone && attempt < attemptsWithoutLock) {
      const written = await tryPut(database.knex, put, extract, contentHash);
      if (written !== 'needs transaction') return written;
    }
    return await transact(database, async (tx) => {
      if (growsTree) await lockTree(tx, key);
      await lockDocument(tx, key);
      return inTransaction(await tryPut(tx, put, extract, contentHash));
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

async function tryPut(
  db: Db,
  put: PutDocument,
  extract: Extract,
  contentHash: Buffer,
): Promise<Tried> {
  const key: DocumentKey = {
    organizationId: put.principal.organizationId,
    kind: put.kind.name,
    id: put.id,
  };
  const { head, teams, replaced } = await readBefore(db, put, key, {
    candidates: extract.owner.candidates,
    contentHash,
  });
  assertPreconditions(put.preconditions, head);
  const ownerId = extract.owner.candidates.find((candidate) => teams.includes(candidate));
  // First, because of an unknown owner one could only say that nobody may act for it.
  if (ownerId === undefined && extract.owner.required) {
    const { code, message } = put.kind.ownerProblem(extract.owner.candidates, put.document);
    refuse(code, message);
  }
  await assertMayPut(db, put, extract, { head, ownerId });
  // Below what is new there is nothing.
  if (head) await assertNoCycle(db, put, ownerId);
  if (head?.contentHash.equals(contentHash)) return replaceText(db, put, key, head);
  return writeRevision(db, put, { key, extract, contentHash, head, ownerId, replaced });
}

type Revision = { key: DocumentKey; extract: Extract; replaced: Replaced | undefined } & Facts;

async function writeRevision(db: Db, put: PutDocument, revision: Revision): Promise<Tried> {
  const { key, extract, replaced, head } = revision;
  const reschedules = changesTiming(put, replaced);
  if (reschedules && !db.isTransaction) return 'needs transaction';
  const change = await judgeChange(db, key, put, replaced);
  const furtherEvents = portEvents(put.kind, replaced?.body, put.document);
  const write = toWrite(put, key, extract, { ...revision, furtherEvents, change });
  const number = head ? await updateDocument(db, write, head) : await insertDocument(db, write);
  if (number === undefined) return undefined;
  if (reschedules) await scheduleContractTests(db, key, put.document, put.now);
  return { revision: number, edition: 0, outcome: head ? 'updated' : 'created', change };
}

function changesTiming({ kind, document }: PutDocument, replaced: Replaced | undefined): boolean {
  if (!kind.timing) return false;
  // Most contracts never say anything about it, and need not be parsed once more.
  const mayHaveHadOne = replaced && /testSchedule|\\u/.test(replaced.body);
  const before = mayHaveHadOne ? (JSON.parse(replaced.body) as JsonObject) : undefined;
  return changesTestSchedule(before, document);
}

type Before = Awaited<ReturnType<typeof findHeadAndTeams>> & { replaced?: Replaced | undefined };

/** One round trip, also for kinds of which the text counts that is replaced. */
function readBefore(
  db: Db,
  { kind }: PutDocument,
  key: DocumentKey,
  write: { candidates: readonly string[]; contentHash: Buffer },
): Promise<Before> {
  return kind.compare || kind.ports
    ? findReplaced(db, key, write)
    : findHeadAndTeams(db, key, write.candidates);
}

/**
 * Same content: at most the text changes. A JSON text leaves stored YAML in place, and the other way round, unless members
 * that make no revision may differ.
 */
async function replaceText(
  db: Db,
  { kind, body, source }: PutDocument,
  key: DocumentKey,
  head: DocumentHead,
): Promise<Written | undefined> {
  const keepsJson = source !== undefined && !kind.unversioned;
  const text = { body: keepsJson ? undefined : body, source };
  const edition = await updateDocumentText(db, key, text, head);
  return edition === undefined
    ? undefined
    : { revision: head.revision, edition, outcome: 'unchanged' };
}

type Facts = Pick<DocumentWrite, 'ownerId' | 'contentHash'> & { head: DocumentHead | undefined };

function toWrite(
  put: PutDocument,
  key: DocumentKey,
  extract: Extract,
  facts: Facts & Pick<DocumentWrite, 'furtherEvents'> & { change: ContractVerdict | undefined },
): DocumentWrite {
  return {
    ...key,
    ownerId: facts.ownerId,
    contentHash: facts.contentHash,
    name: extract.name,
    status: extract.status,
    tags: extract.tags,
    ...toSearchEntry(put.id, extract),
    archetype: extract.archetype,
    body: put.body,
    source: put.source,
    principal: put.principal.name,
    requestId: put.requestId,
    eventType: facts.head ? put.kind.events.updated : put.kind.events.created,
    now: put.now,
    // What cannot be the id of a document cannot come to exist either, and may be too long for an index.
    references: extract.references?.filter(isReferable),
    furtherEvents: facts.furtherEvents,
    change: facts.change && {
      impact: facts.change.impact,
      verdict: JSON.stringify(facts.change),
    },
  };
}
