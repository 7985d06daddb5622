import type { Tx } from '../../db/connect.ts';
import type { AccessKey } from '../../db/tables/access/access.ts';
import { requestWork } from '../../db/tables/work/work.ts';

/** Requests or moves the only timer of an access. */
export async function requestAccessTimer(
  tx: Tx,
  { organizationId, id }: AccessKey,
  dueAt: Date,
  now: Date,
): Promise<void> {
  await requestWork(tx, {
    organizationId,
    kind: 'access-timers',
    job: 'apply-access-timer',
    key: id,
    subjectId: id,
    payload: { accessId: id },
    dueAt,
    now,
  });
}
