import type { Tx } from '../../db/connect.ts';
import {
  lockNotification,
  updateNotificationFailed,
  updateNotificationQueued,
} from '../../db/tables/notification-states.ts';
import type { NotificationKey } from '../../db/tables/notifications.ts';
import { findTestRun } from '../../db/tables/test-runs.ts';
import type { LockedWork } from '../../db/tables/work-interventions.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { WorkKind } from '../../domain/work-kinds.ts';
import { endCancelledIngestion, reopenIngestion } from '../integrations/ingestion-work.ts';
import { endTestRun } from '../contract-tests/end-test-run.ts';
import { reopenTestRun } from '../contract-tests/reopen-test-run.ts';

/** What becomes of the subject of a piece of work when somebody intervenes; both in the transaction of the intervention. */
type WorkSubject = {
  /** The work is tried once more after its end. */
  reopen: (tx: Tx, work: LockedWork) => Promise<void>;
  /** The work was cancelled before any worker had it. */
  endCancelled: (tx: Tx, work: LockedWork, now: Date) => Promise<void>;
};

/** Tests, and what starts those of a schedule, which is no run. */
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

/** Kinds whose work has a record of its own that must not contradict it. */
export const workSubjects: Readonly<Partial<Record<WorkKind, WorkSubject>>> = {
  'contract-tests': contractTests,
  'scheduled-tests': contractTests,
  ingestion: { reopen: reopenIngestion, endCancelled: endCancelledIngestion },
  mail: {
    reopen: async (tx, { id, organizationId, payload }) => {
      const key = notificationKeyOf(organizationId, payload);
      const now = key && (await lockNotification(tx, key));
      // Newer work may have sent it meanwhile.
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

/** Undefined for work that makes notifications and sends none. */
function notificationKeyOf(
  organizationId: OrganizationId | null,
  payload: string,
): NotificationKey | undefined {
  const { notificationId: id } = JSON.parse(payload) as { notificationId?: string };
  return organizationId !== null && id !== undefined ? { organizationId, id } : undefined;
}
