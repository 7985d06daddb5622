import type { Db, Tx } from '../../db/connect.ts';
import type { DocumentKey } from '../../db/tables/documents/documents.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { listTeamNames } from '../../db/views/documents/team-tree.ts';
import type { TestSchedule } from '../../domain/contract-tests/schedule.ts';
import { changesTestSchedule, scheduleContractTests } from '../contract-tests/schedule-tests.ts';
import { isLinkedDefinition, requestJudgement } from '../definitions/request-judgement.ts';
import {
  changesRules,
  requestJudgementOfAll,
  requestJudgementOfLinking,
} from '../policies/request-judgement.ts';
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
    followUps.push(
      (tx, revision) => requestJudgement(tx, key, { revision, now }),
      (tx) => requestJudgementOfLinking(tx, key, now),
    );
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
