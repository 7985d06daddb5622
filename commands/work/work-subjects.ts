import type { Tx } from '../../db/connect.ts';
import {
  lockNotification,
  updateNotificationFailed,
  updateNotificationQueued,
} from '../../db/tables/notifications/states.ts';
import type { NotificationKey } from '../../db/tables/notifications/notifications.ts';
import { findTestRun } from '../../db/tables/contract-tests/test-runs.ts';
import type { LockedWork } from '../../db/tables/work/interventions.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { WorkKind } from '../../domain/work/kinds.ts';
import { endCancelledIngestion, reopenIngestion } from '../integrations/ingestion-work.ts';
import { endTestRun } from '../contract-tests/end-test-run.ts';
import { reopenTestRun } from '../contract-tests/reopen-test-run.ts';

/** The effects of an intervention on the subject of the work, in the transaction of the intervention. */
type WorkSubject = {
  /** The work is retried after its end. */
  reopen: (tx: Tx, work: LockedWork) => Promise<void>;
  /** The work was cancelled before it started. */
  endCancelled: (tx: Tx, work: LockedWork, now: Date) => Promise<void>;
};

/** Contract tests, and the start of scheduled tests, which has no run. */
const contractTests: WorkSubject = {
  reopen: async (tx, { organizationId, payload }) => {
    const id = testRunIdOf(payload);
    if (organizationId && id !== undefined) await reopenTestRun(tx, organizationId, id);
  },
  endCancelled: async (tx, { organizationId, payload }, now) => {
    const id = testRunIdOf(payload);
    const run = organizationId && id !== undefined && (await findTestRun(tx, organizationId, id));
    if (!run) return;
    await endTestRun(tx, organizationId, run, { outcome: 'CANCELLED', error: 'cancelled', now });
  },
};

/** Kinds of work with a separate record that must stay consistent with the work. */
export const workSubjects: Readonly<Partial<Record<WorkKind, WorkSubject>>> = {
  'contract-tests': contractTests,
  'scheduled-tests': contractTests,
  ingestion: { reopen: reopenIngestion, endCancelled: endCancelledIngestion },
  mail: {
    reopen: async (tx, { id, organizationId, payload }) => {
      const key = notificationKeyOf(organizationId, payload);
      const now = key && (await lockNotification(tx, key));
      // Newer work may have sent the notification meanwhile.
      const isItsOwn = now?.status === 'failed' && now.workId === id;
      if (key && isItsOwn) await updateNotificationQueued(tx, key, undefined);
    },
    endCancelled: async (tx, { id: workId, organizationId, payload }, now) => {
      const key = notificationKeyOf(organizationId, payload);
      if (key) await updateNotificationFailed(tx, key, { reason: 'cancelled', workId, now });
    },
  },
};

function testRunIdOf(payload: string): string | undefined {
  return (JSON.parse(payload) as { testRunId?: string }).testRunId;
}

/** Undefined for work that creates notifications but sends none. */
function notificationKeyOf(
  organizationId: OrganizationId | null,
  payload: string,
): NotificationKey | undefined {
  const { notificationId: id } = JSON.parse(payload) as { notificationId?: string };
  return organizationId !== null && id !== undefined ? { organizationId, id } : undefined;
}
