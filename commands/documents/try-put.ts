import { isTransaction } from '../../db/bound-knex.ts';
import type { Db, Tx } from '../../db/connect.ts';
import { updateDocumentText } from '../../db/tables/documents/texts.ts';
import { writeDocument } from '../../db/tables/documents/writes.ts';
import type { DocumentWrite } from '../../db/tables/documents/writes.ts';
import { findHeadAndTeams, findReplaced } from '../../db/tables/documents/documents.ts';
import type { DocumentHead, DocumentKey, Replaced } from '../../db/tables/documents/documents.ts';
import type { ContractVerdict } from '../../domain/contract-changes/contract-change.ts';
import { isReferable } from '../../domain/kinds/index.ts';
import { policy } from '../../domain/kinds/policy.ts';
import { assertAllowed, judgeTags } from '../assets/judge-tags.ts';
import type { TagVerdict } from '../assets/judge-tags.ts';
import { assertKnownTeams } from '../policies/assert-known-teams.ts';
import { judgeWrite, warningsOf } from '../policies/judge-write.ts';
import type { Judgement } from '../policies/judge-write.ts';
import { assertMayPut, assertNoCycle } from './assert-may-put.ts';
import { assertAnnounced } from './assert-announced.ts';
import { assertPreconditions } from '../preconditions.ts';
import { refuseOwner } from '../refuse-owner.ts';
import { differenceOf } from './content-difference.ts';
import { listFollowUps } from './follow-ups.ts';
import type { PutDocument } from './put-request.ts';

/** The result of a PUT. */
export type Written = {
  revision: number;
  edition: number;
  outcome: 'created' | 'updated' | 'unchanged';
  /** The verdict on an update, for kinds with rules about changes. */
  change?: ContractVerdict | undefined;
  /** Sentences about tags and policies for the warnings of the answer. */
  warnings?: string[] | undefined;
};

/** `needs transaction` means that more than one statement is needed and nothing was written outside of one. */
export type Tried = Written | 'needs transaction' | undefined;

/**
 * Creates or replaces the document in as few statements as possible, alone or in a transaction. Refuses before it writes;
 * undefined if the document was written concurrently.
 */
export async function tryPut(db: Db, put: PutDocument): Promise<Tried> {
  const { facts } = put.content;
  const contentHash = Buffer.from(put.content.contentHash, 'hex');
  const key: DocumentKey = {
    organizationId: put.principal.organizationId,
    kind: put.kind.name,
    id: put.id,
  };
  const { head, teams, replaced, rulesVersion } = await readBefore(db, put, key, {
    candidates: facts.owner.candidates,
    contentHash,
  });
  assertPreconditions(put.preconditions, head);
  const ownerId = facts.owner.candidates.find((candidate) => teams.includes(candidate));
  // Checked first, because with an unknown owner the refusal would only say that no team grants the permission.
  if (ownerId === undefined && facts.owner.required) {
    refuseOwner(facts.ownerProblem);
  }
  await assertMayPut(db, put, { head, ownerId });
  // A new team has no teams below it.
  if (head) await assertNoCycle(db, put, ownerId);
  const verdict = await judgeTags(db, key.organizationId, facts.governedTags);
  if (head?.contentHash.equals(contentHash)) {
    return withWarning(await replaceText(db, put, key, head), verdict);
  }
  assertAllowed(verdict);
  if (put.kind.name === policy.name) {
    await assertKnownTeams(db, key.organizationId, { id: put.id, body: put.content.body });
  }
  const before = { key, contentHash, head, ownerId, replaced, rulesVersion };
  return withWarning(await writeRevision(db, put, before), verdict);
}

function withWarning(written: Tried, verdict: TagVerdict | undefined): Tried {
  if (typeof written !== 'object' || verdict?.warning === undefined) return written;
  return { ...written, warnings: [verdict.warning, ...(written.warnings ?? [])] };
}

type Revision = {
  key: DocumentKey;
  replaced: Replaced | undefined;
  /** Undefined for kinds that no rule can be about. */
  rulesVersion: number | undefined;
} & Facts;

async function writeRevision(db: Db, put: PutDocument, revision: Revision): Promise<Tried> {
  const { key, replaced, head } = revision;
  const { verdict, portEvents, formerTiming } = await differenceOf(db, put, replaced?.body);
  const followUps = await listFollowUps(db, put, { key, formerTiming });
  if (!isTransaction(db) && followUps.length > 0) return 'needs transaction';
  const change = await announcedChange(db, put, { key, verdict, replaced });
  const judgement = await judgeByRules(db, put, revision);
  const write = toWrite(put, key, { ...revision, furtherEvents: portEvents, change, judgement });
  const number = await writeDocument(db, write);
  if (number === undefined) return undefined;
  for (const followUp of followUps) await followUp(db as Tx, number);
  const warnings = judgement && warningsOf(judgement);
  return { revision: number, edition: 0, outcome: head ? 'updated' : 'created', change, warnings };
}

/** What the rules of policies say; refuses a document that breaks an enforced one. */
async function judgeByRules(
  db: Db,
  { kind, content: { body, facts } }: PutDocument,
  { key, ownerId, rulesVersion }: Revision,
): Promise<Judgement | undefined> {
  if (rulesVersion === undefined) return undefined;
  const tags = JSON.parse(facts.tags) as string[];
  const judged = { kind: kind.name, text: body, ownerId: ownerId ?? null, tags };
  return judgeWrite(db, kind, {
    organizationId: key.organizationId,
    version: rulesVersion,
    judged,
  });
}

/** The verdict on an update. Refuses a change that must be announced and is not. */
async function announcedChange(
  db: Db,
  { kind }: PutDocument,
  {
    key,
    verdict,
    replaced,
  }: Pick<Revision, 'key' | 'replaced'> & { verdict: ContractVerdict | undefined },
): Promise<ContractVerdict | undefined> {
  if (!replaced || !verdict) return undefined;
  await assertAnnounced(db, kind, { key, verdict, replaced });
  return verdict;
}

type Before = Awaited<ReturnType<typeof findHeadAndTeams>> & {
  replaced?: Replaced | undefined;
  rulesVersion?: number;
};

/** One round trip, also for kinds that need the replaced text. */
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
 * Equal content: at most the text changes. A JSON text keeps stored YAML, and vice versa, unless members that create no revision
 * may differ.
 */
async function replaceText(
  db: Db,
  { kind, content: { body, source } }: PutDocument,
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
  written: Facts &
    Pick<DocumentWrite, 'furtherEvents' | 'judgement'> & { change: ContractVerdict | undefined },
): DocumentWrite {
  const { body, source, facts } = put.content;
  const { name, status, archetype, tags, search, description, references } = facts;
  const { version, portTypes, classifications, concepts, scoreFacts } = facts;
  return {
    ...key,
    replaces: written.head,
    ownerId: written.ownerId,
    contentHash: written.contentHash,
    name,
    status,
    tags,
    search,
    description,
    archetype,
    version,
    portTypes,
    classifications,
    concepts,
    scoreFacts,
    body,
    source,
    principal: put.principal.name,
    requestId: put.requestId,
    eventType: written.head ? put.kind.events.updated : put.kind.events.created,
    now: put.now,
    // An impossible id can never exist, and may be too long for an index.
    references: references?.filter(isReferable),
    furtherEvents: written.furtherEvents,
    judgement: written.judgement,
    change: written.change && {
      impact: written.change.impact,
      verdict: JSON.stringify(written.change),
    },
  };
}
