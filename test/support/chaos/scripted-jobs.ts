import { Type } from '@sinclair/typebox';
import { defineJob } from '../../../jobs/define-job.ts';
import type { ClosingWrite, Job, JobContext } from '../../../jobs/define-job.ts';
import type { Db, Tx } from '../../../db/connect.ts';
import type { WorkKind } from '../../../domain/work/kinds.ts';

/** The script of a test job; `text` is its payload. */
export type Script = (context: JobContext, text: string) => Promise<ClosingWrite>;

export type Effect = { work_id: string; attempt: number; what: string };

/** Creates the table of the effects of test jobs; once per test database. */
export async function createEffects(db: Db): Promise<void> {
  await db.raw(
    'create table effects (n serial, work_id uuid not null, attempt int not null, what text not null)',
  );
}

/** The effects in order. */
export async function listEffects(db: Db, workId?: string): Promise<Effect[]> {
  const query = db('effects').select<Effect[]>('work_id', 'attempt', 'what').orderBy('n');
  return workId ? query.where({ work_id: workId }) : query;
}

/** Writes one effect. */
export async function leave(
  tx: Tx,
  work: { id: string; attempt: number },
  what: string,
): Promise<void> {
  await tx('effects').insert({ work_id: work.id, attempt: work.attempt, what });
}

/** A script that writes its effect immediately. */
export const doIt: Script = ({ work }, text) => Promise.resolve((tx) => leave(tx, work, text));

/** A job that follows a script and leaves effects: `text` when done, `gave up: …` when given up. */
export function scriptedJob(name: string, kind: WorkKind, script: Script = doIt): Job {
  return defineJob({
    kind,
    name,
    payload: Type.Object({ text: Type.String() }),
    run: (context, { text }) => script(context, text),
    giveUp: (tx, { work }, { outcome, error }) => leave(tx, work, `gave up: ${outcome} ${error}`),
  });
}

/** Waits forever, but ends when its signal aborts. */
export const hang: Script = ({ signal }) =>
  new Promise((_resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
