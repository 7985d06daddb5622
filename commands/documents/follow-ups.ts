import type { Db, Tx } from '../../db/connect.ts';
import type { DocumentKey } from '../../db/tables/documents/documents.ts';
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
  return followUps;
}
