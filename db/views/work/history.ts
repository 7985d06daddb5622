import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { listWorkAttempts } from '../../tables/work/attempts.ts';
import type { WorkAttempt } from '../../tables/work/attempts.ts';
import { findWork } from './list.ts';
import type { WorkRow, WorkScope } from './list.ts';

/** A person's intervention: a retry or a cancellation. */
export type WorkIntervention = {
  type: 'WorkRetryRequested' | 'WorkCancelRequested';
  principal: string;
  at: Date;
};

export type WorkHistory = {
  work: WorkRow;
  attempts: WorkAttempt[];
  interventions: WorkIntervention[];
  /** JSON text; null if it is longer than the limit. */
  payload: string | null;
  payloadBytes: number;
};

/** The source of a contract may be part of a payload; longer ones are not shown. */
const maxPayloadBytes = 65_536;

const findPayload = {
  name: 'work-payload',
  text: `select case when octet_length(payload::text) <= $2 then payload::text end as payload,
      octet_length(payload::text) as "payloadBytes"
    from work where id = $1`,
};

const listInterventions = {
  name: 'work-interventions',
  text: `select type, principal, at from events
    where organization_id = coalesce($1, (select id from organizations order by created_at, id limit 1))
      and subject_kind = 'work' and subject_id = $2
      and at >= $3 and type in ('WorkRetryRequested', 'WorkCancelRequested')
    order by n`,
};

/** A piece of work with its unsuccessful attempts and interventions; undefined when there is none. */
export async function findWorkHistory(
  db: Db,
  scope: WorkScope,
  id: string,
): Promise<WorkHistory | undefined> {
  const work = await findWork(db, scope, id);
  if (!work) return undefined;
  const [attempts, [found], interventions] = await Promise.all([
    listWorkAttempts(db, id),
    runStatement<Pick<WorkHistory, 'payload' | 'payloadBytes'>>(db, findPayload, [
      id,
      maxPayloadBytes,
    ]),
    runStatement<WorkIntervention>(db, listInterventions, [
      work.organizationId,
      id,
      work.createdAt,
    ]),
  ]);
  return { work, attempts, interventions, payload: null, payloadBytes: 0, ...found };
}
