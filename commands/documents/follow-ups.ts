import type { Db, Tx } from '../../db/connect.ts';
import { isLinkedByContract } from '../../db/tables/documents/definition-changes.ts';
import type { DocumentKey } from '../../db/tables/documents/documents.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { findRulesState, raiseRulesVersion } from '../../db/tables/policies/rules.ts';
import { requestWork } from '../../db/tables/work/work.ts';
import { listTeamNames } from '../../db/views/documents/team-tree.ts';
import { changesTestSchedule } from '../../domain/contract-tests/schedule.ts';
import type { TestSchedule } from '../../domain/contract-tests/schedule.ts';
import { definition } from '../../domain/kinds/definition.ts';
import { definitionTarget, targetWord } from '../../domain/kinds/document-links.ts';
import { policy } from '../../domain/kinds/policy.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { newId } from '../../lib/ids.ts';
import { scheduleContractTests } from '../contract-tests/schedule-tests.ts';
import type { PutDocument } from './put-request.ts';

/** Something that is written together with a revision, in its transaction. */
export type FollowUp = (tx: Tx, revision: number) => Promise<unknown>;

/** What a new revision causes besides itself; mostly nothing, so that a write needs no transaction. */
export async function listFollowUps(
  db: Db,
  put: PutDocument,
  { key, formerTiming }: { key: DocumentKey; formerTiming: TestSchedule | undefined },
): Promise<FollowUp[]> {
  const { timing } = put.content.facts;
  const { now } = put;
  const followUps: FollowUp[] = [];
  if (changesTestSchedule(formerTiming, timing)) {
    followUps.push((tx) => scheduleContractTests(tx, key, timing, now));
  }
  if (await isLinkedDefinition(db, key)) {
    followUps.push((tx, revision) => requestJudgementOfDefinition(tx, key, { revision, now }));
  }
  if (await changesRules(db, key, put.content.body)) {
    followUps.push((tx) => requestJudgementOfAll(tx, key, now));
  }
  if (put.informed?.length) followUps.push((tx) => recordInformed(tx, put, key));
  return followUps;
}

/** Keeps in the audit trail whom the author says to have told about the change. */
async function recordInformed(
  tx: Tx,
  { informed = [], principal, requestId, now }: PutDocument,
  key: DocumentKey,
): Promise<void> {
  const names = await listTeamNames(tx, key.organizationId, informed);
  const said = informed.map((id) => names.get(id) ?? id).join(', ');
  await recordEvent(tx, {
    organizationId: key.organizationId,
    type: 'ConsumersInformed',
    subjectKind: key.kind,
    subjectId: key.id,
    principal: principal.name,
    requestId,
    public: false,
    data: { note: `Informed before this change: ${said}`, teamIds: informed },
    now,
  });
}

type DefinitionKey = { organizationId: OrganizationId; kind: string; id: string };

/** True for a definition that contracts may link; false for every other document. */
export async function isLinkedDefinition(db: Db, key: DefinitionKey): Promise<boolean> {
  if (key.kind !== definition.name) return false;
  return isLinkedByContract(db, key.organizationId, targetWord(definitionTarget(key.id)));
}

/**
 * Requests the work that judges what a new revision of a definition, or its deletion, changes in the contracts that link it, and the
 * work that judges these contracts by the rules of policies, which read the definition.
 */
export async function requestJudgementOfDefinition(
  tx: Tx,
  { organizationId, id }: DefinitionKey,
  { revision, now }: { revision: number; now: Date },
): Promise<void> {
  const workId = newId();
  await requestWork(tx, {
    id: workId,
    organizationId,
    kind: 'housekeeping',
    job: 'judge-definition-change',
    key: workId,
    subjectId: id,
    payload: { definitionId: id, revision },
    dueAt: now,
    now,
  });
  // The rules are the same, but a new version keeps writes away that were judged with the former definition.
  if (await hasRules(tx, organizationId)) {
    await requestWorkOfRules(tx, { organizationId, id }, { now, definitionId: id });
  }
}

/** True for the write of a policy that has rules, or whose former revision may have had some. */
async function changesRules(
  db: Db,
  { kind, organizationId }: { kind: string; organizationId: OrganizationId },
  body: string,
): Promise<boolean> {
  if (kind !== policy.name) return false;
  return body.includes('"rules"') || hasRules(db, organizationId);
}

/** True if policies of the organization have or had rules in force. */
export async function hasRules(db: Db, organizationId: OrganizationId): Promise<boolean> {
  return (await findRulesState(db, organizationId)).version > 0;
}

type ChangedDocument = { organizationId: OrganizationId; id: string };

/** Starts a new version of the rules, and requests the work that judges all documents by it. */
export function requestJudgementOfAll(tx: Tx, policy: ChangedDocument, now: Date): Promise<void> {
  return requestWorkOfRules(tx, policy, { now });
}

async function requestWorkOfRules(
  tx: Tx,
  { organizationId, id }: ChangedDocument,
  { now, definitionId }: { now: Date; definitionId?: string },
): Promise<void> {
  const version = await raiseRulesVersion(tx, organizationId);
  const workId = newId();
  await requestWork(tx, {
    id: workId,
    organizationId,
    kind: 'housekeeping',
    job: 'judge-documents',
    key: workId,
    subjectId: id,
    payload: { version, ...(definitionId !== undefined && { definitionId }) },
    dueAt: now,
    now,
  });
}
