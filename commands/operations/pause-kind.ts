import type { Tx } from '../../db/connect.ts';
import { recordEvent } from '../../db/tables/feed/events.ts';
import { deletePausedKind, insertPausedKind } from '../../db/tables/operations/paused-kinds.ts';
import { clearDispatchesOf } from '../../db/tables/work/dispatch.ts';
import type { Principal } from '../../domain/principal.ts';
import type { WorkKind } from '../../domain/work/kinds.ts';

type KindRequest = {
  kind: WorkKind;
  principal: Principal;
  requestId: string | undefined;
  now: Date;
};

/** The reason that is shown for a pause without one. */
const noReason = 'No reason was given.';

/**
 * Pauses a kind of work: from the commit on, no clock dispatches it and no worker claims it. Running work ends normally, and requested
 * work waits. Pausing again changes nothing.
 */
export async function pauseKind(
  tx: Tx,
  { reason = noReason, ...request }: KindRequest & { reason: string | undefined },
): Promise<void> {
  const { kind, principal, now } = request;
  const paused = { kind, reason, pausedBy: principal.name, pausedAt: now };
  if (!(await insertPausedKind(tx, paused))) return;
  await audit(tx, 'WorkKindPaused', request, { reason });
}

/** Resumes a kind of work: what waits is dispatched at once. Resuming again changes nothing. */
export async function resumeKind(tx: Tx, request: KindRequest): Promise<void> {
  const { kind } = request;
  const paused = await deletePausedKind(tx, kind);
  if (!paused) return;
  await clearDispatchesOf(tx, kind);
  const { reason, pausedAt } = paused;
  await audit(tx, 'WorkKindResumed', request, { reason, pausedAt: pausedAt.toISOString() });
}

async function audit(
  tx: Tx,
  type: 'WorkKindPaused' | 'WorkKindResumed',
  { kind, principal, requestId, now }: KindRequest,
  data: Record<string, unknown>,
): Promise<void> {
  await recordEvent(tx, {
    organizationId: principal.organizationId,
    type,
    subjectKind: 'work-kind',
    subjectId: kind,
    principal: principal.name,
    requestId,
    public: false,
    data,
    now,
  });
}
