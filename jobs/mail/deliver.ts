import {
  beginNotification,
  explainNotification,
  updateNotificationFailed,
  updateNotificationQueued,
  updateNotificationSent,
} from '../../db/tables/notifications/states.ts';
import { findNotification } from '../../db/tables/notifications/notifications.ts';
import type { Notification, NotificationKey } from '../../db/tables/notifications/notifications.ts';
import { refuse } from '../../domain/errors.ts';
import { oneLine } from '../../domain/notifications/plain-text.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { BrokenAttempt } from '../broken-attempt.ts';
import type { ClosingWrite, JobContext } from '../define-job.ts';

/** The answer of the remote system that accepted it, or the reason why it was refused or sending is impossible. */
export type Delivery = { sent: string } | { failed: string; answer?: string | undefined };

/** The plan for a notification, decided before connecting. */
export type DeliveryPlan =
  | { failed: string }
  /** The notification stays queued until a user requests it. */
  | { kept: string }
  | { messageId?: string | undefined; send: (signal: AbortSignal) => Promise<Delivery> };

/** An attempt without a verdict; it will be retried. */
export class DeliveryBroken extends BrokenAttempt {
  /** True if the remote system may have accepted it. */
  readonly mayHaveArrived: boolean;
  /** What the remote system answered; undefined if it said nothing. */
  readonly answer: string | undefined;

  constructor(
    message: string,
    mayHaveArrived: boolean,
    { waitMs = 0, answer }: { waitMs?: number; answer?: string | undefined } = {},
  ) {
    super(oneLine(message, 500), waitMs);
    this.name = 'DeliveryBroken';
    this.mayHaveArrived = mayHaveArrived;
    this.answer = answer;
  }
}

/**
 * Sends one notification as planned. The start of sending is committed before the connection is opened, so that
 * a later attempt knows that it may send a duplicate, which is counted and logged. Throws errors that should be
 * retried.
 */
export async function deliver(
  context: JobContext,
  id: string,
  planDelivery: (notification: Notification) => Promise<DeliveryPlan> | DeliveryPlan,
): Promise<ClosingWrite> {
  const { database, work, signal } = context;
  const key = { organizationId: organizationOf(work.organizationId), id };
  const notification = await findNotification(database.knex, key);
  if (!notification) return refuse('not_found', `There is no notification '${id}'.`);
  if (notification.status === 'sent' || notification.status === 'failed') return nothing;
  const plan = await planDelivery(notification);
  if ('failed' in plan) return closeFailed(context, key, plan.failed);
  if ('kept' in plan) return (tx) => updateNotificationQueued(tx, key, plan.kept);
  if (!(await begin(context, key, { ...notification, messageId: plan.messageId }))) return nothing;
  const delivery = await plan
    .send(signal)
    .catch((error: unknown) => noteBroken(context, key, error));
  if ('failed' in delivery) return closeFailed(context, key, delivery.failed, delivery.answer);
  const { sent: answer } = delivery;
  return (tx) => updateNotificationSent(tx, key, { answer, now: context.clock.now() });
}

/** Marks the notification as failed when its work gives up. */
export async function giveUpDelivery(
  tx: Parameters<ClosingWrite>[0],
  subject: { work: JobContext['work']; payload: { notificationId: string }; now: Date },
  { error }: { error: string },
): Promise<void> {
  const { work, payload, now } = subject;
  const key = { organizationId: organizationOf(work.organizationId), id: payload.notificationId };
  await updateNotificationFailed(tx, key, { reason: error, workId: work.id, now });
}

const nothing: ClosingWrite = () => Promise.resolve();

function closeFailed(
  context: JobContext,
  key: NotificationKey,
  reason: string,
  answer?: string,
): ClosingWrite {
  const { work, clock, log } = context;
  log.warn({ notification: key.id, reason }, 'notification failed');
  const failure = { reason, answer, workId: work.id };
  return (tx) => updateNotificationFailed(tx, key, { ...failure, now: clock.now() });
}

async function begin(
  { fenced, work, clock, metrics, log }: JobContext,
  key: NotificationKey,
  { medium, messageId }: { medium: Notification['medium']; messageId: string | undefined },
): Promise<boolean> {
  const attempt = { workId: work.id, messageId, now: clock.now() };
  const begun = await fenced((tx) => beginNotification(tx, key, attempt));
  if (begun?.statusBefore === 'sending') {
    metrics.possibleDuplicate(medium);
    const { messageId } = begun;
    log.warn(
      { notification: key.id, messageId },
      'sent again; an earlier attempt may have arrived',
    );
  }
  return begun !== undefined;
}

/** Records why there is no verdict; an attempt that cannot have arrived is no possible duplicate later. */
async function noteBroken(
  { fenced }: JobContext,
  key: NotificationKey,
  error: unknown,
): Promise<never> {
  if (error instanceof DeliveryBroken) {
    const note = error.mayHaveArrived ? explainNotification : updateNotificationQueued;
    await fenced((tx) => note(tx, key, error.message, error.answer));
  }
  throw error;
}

function organizationOf(id: OrganizationId | undefined): OrganizationId {
  return id ?? refuse('bad_request', 'A notification belongs to an organization.');
}
