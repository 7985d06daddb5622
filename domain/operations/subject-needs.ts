import type { OperationFacts } from './facts.ts';
import { shortened } from './need.ts';
import type { Need } from './need.ts';
import { operatorCommand } from '../../lib/operator-command.ts';

/** Needs about mails and chat messages. */
export function notificationNeeds({ failedNotifications }: OperationFacts): Need[] {
  if (!failedNotifications) return [];
  const { count, id, recipient, reason, at } = failedNotifications;
  const to = recipient ?? 'a team without an address';
  const what = count === 1 ? '1 mail or chat message' : `${count} mails and chat messages`;
  return [
    {
      severity: 'warning',
      code: 'notifications_failed',
      message: `${what} to teams failed in the last 24 hours, the newest to ${to} with: ${shortened(reason)}`,
      advice: 'GET /api/notifications?status=failed lists them; fix the cause, then resend them.',
      since: at,
      subject: { kind: 'notification', id, name: to },
      count,
    },
  ];
}

/** Needs about webhooks. */
export function webhookNeeds(facts: OperationFacts): Need[] {
  return [...pausedNeeds(facts), ...failingNeeds(facts)];
}

function pausedNeeds({ pausedWebhooks }: OperationFacts): Need[] {
  if (!pausedWebhooks) return [];
  const { count, id, reason, at } = pausedWebhooks;
  const subject = count === 1 ? 'The webhook' : `${count} webhooks are paused, the newest`;
  return [
    {
      severity: 'warning',
      code: 'webhook_paused',
      message: `${subject} '${id}'${count === 1 ? ' is paused' : ''}: ${shortened(reason)}`,
      advice: `Fix the receiver, test it with POST /api/webhooks/${id}/test, then POST …/resume.`,
      since: at,
      subject: { kind: 'webhook', id, name: id },
      count,
    },
  ];
}

function failingNeeds({ failingWebhooks }: OperationFacts): Need[] {
  if (!failingWebhooks) return [];
  const { count, id, reason, at } = failingWebhooks;
  const what = count === 1 ? `The webhook '${id}' fails` : `${count} webhooks fail, '${id}' first`;
  return [
    {
      severity: 'warning',
      code: 'webhook_failing',
      message: `${what}: ${shortened(reason)}`,
      advice: `Its events wait and are retried for three days. Fix the receiver; POST /api/webhooks/${id}/test tries it now.`,
      since: at,
      subject: { kind: 'webhook', id, name: id },
      count,
    },
  ];
}

/** Needs about schedules that did not fire. */
export function scheduleNeeds({ overdueSchedules }: OperationFacts): Need[] {
  if (!overdueSchedules) return [];
  const { count, id, name, at } = overdueSchedules;
  const what =
    count === 1
      ? `The schedule '${name}' has not fired`
      : `${count} schedules have not fired, '${name}' first`;
  return [
    {
      severity: 'warning',
      code: 'schedule_overdue',
      message: `${what} although its time has come.`,
      advice: 'Check that a clock is running, and its log: it fires what is due each second.',
      since: at,
      subject: { kind: 'schedule', id, name },
      count,
    },
  ];
}

/** Needs about runs that would remove more assets than their integration allows. */
export function removalNeeds({ stoppedRemovals }: OperationFacts): Need[] {
  return stoppedRemovals.map(({ integrationId, name, runId, count, owned, at }): Need => ({
    severity: 'warning',
    code: 'removals_stopped',
    message: `A run of '${name}' would remove ${count} of ${owned} assets, and waits for a decision.`,
    advice: `Look at the assets of the run. If they are gone, accept ${count} removals on the page of the run or with ${operatorCommand(`integrations run ${integrationId} --accept-removals ${count}`)}; otherwise correct the source or its filter, and run it again.`,
    since: at,
    subject: { kind: 'integration-run', id: runId, name, parentId: integrationId },
    count,
  }));
}
