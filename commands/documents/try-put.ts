import type { Db } from '../../db/connect.ts';
import { updateDocument } from '../../db/tables/document-batches.ts';
import { updateDocumentText } from '../../db/tables/document-texts.ts';
import { insertDocument } from '../../db/tables/document-writes.ts';
import type { DocumentWrite } from '../../db/tables/document-write.ts';
import { findHeadAndTeams, findReplaced } from '../../db/tables/documents.ts';
import type { DocumentHead, DocumentKey, Replaced } from '../../db/tables/documents.ts';
import type { ContractVerdict } from '../../domain/contract-changes/contract-change.ts';
import { refuse } from '../../domain/errors.ts';
import { isReferable } from '../../domain/kinds/index.ts';
import type { Extract } from '../../domain/kinds/kind.ts';
import { toSearchEntry } from '../../domain/kinds/search-entry.ts';
import type { JsonObject } from '../../lib/json.ts';
import { changesTestSchedule, scheduleContractTests } from '../contract-tests/schedule-tests.ts';
import { assertMayPut, assertNoCycle } from './assert-may-put.ts';
import { judgeChange } from './judge-change.ts';
import { portEvents } from './port-events.ts';
import { assertPreconditions } from './preconditions.ts';
import type { PreparedPut, PutDocument } from './prepare-put.ts';

/** What a PUT wrote. */
export type Written = {
  revision: number;
  edition: number;
  outcome: 'created' | 'updated' | 'unchanged';
  /** What an update changed, for kinds that are judged. */
  change?: ContractVerdict | undefined;
};

/** More than one statement, which a transaction has to hold together; outside of one nothing was written then. */
export type Tried = Written | 'needs transaction' | undefined;

/**
 * Creates the document or replaces it in as few statements as it takes, alone or in a transaction. Refuses before it writes;
 * undefined when somebody else wrote the document meanwhile.
 */
export async function tryPut(db: Db, { put, extract, contentHash }: PreparedPut): Promise<Tried> {
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
