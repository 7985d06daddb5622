import { isAlive } from './facts.ts';
import type { OperationFacts } from './facts.ts';
import { lateSeconds, shortened } from './need.ts';
import type { Need } from './need.ts';
import { failedNeed, queueNeeds, strugglingNeed } from './work-needs.ts';

/** A process that vanished is mentioned so long; if it is missed, other needs go on to say so. */
const mournedSeconds = 15 * 60;

/** What needs a human, the critical first; empty when all is well and was well of late. */
export function listNeeds(facts: OperationFacts): Need[] {
  const needs = [
    ...processNeeds(facts),
    ...facts.kinds.flatMap((kind) => queueNeeds(kind, facts)),
    ...lagNeeds(facts),
    ...facts.failed.map(failedNeed),
    ...facts.struggling.map(strugglingNeed),
    ...notificationNeeds(facts),
    ...webhookNeeds(facts),
  ];
  const rank = { critical: 0, warning: 1, notice: 2 };
  return needs.sort((a, b) => rank[a.severity] - rank[b.severity]);
}

function processNeeds({ processes }: OperationFacts): Need[] {
  const missing = ['worker', 'clock'].filter(
    (role) => !processes.some((process) => process.role === role && isAlive(process)),
  );
  const lost = processes.filter(
    (process) => !isAlive(process) && process.silentSeconds <= mournedSeconds,
  );
  return [
    ...missing.map((role): Need => ({
      severity: 'critical',
      code: 'no_process',
      message: `No ${role} runs.`,
      advice:
        role === 'clock'
          ? 'Start one: without it no work is dispatched and no event reaches the feed.'
          : 'Start one: without it no background work is done.',
    })),
    ...lost.map(({ role, host, pid, seenAt }): Need => ({
      // Another lives: its supervisor may have started that one.
      severity: missing.includes(role) ? 'warning' : 'notice',
      code: 'process_lost',
      message: `The ${role} ${host}:${pid} vanished without a farewell.`,
      advice: 'Look into its log, and whether its supervisor has started another.',
      since: seenAt,
    })),
  ];
}

function lagNeeds({ now, feedLagSeconds, lostAttempts }: OperationFacts): Need[] {
  const needs: Need[] = [];
  if (feedLagSeconds > lateSeconds) {
    needs.push({
      severity: 'critical',
      code: 'feed_late',
      message: `Events have waited for their place in the feed for ${Math.round(feedLagSeconds)} s.`,
      advice: 'See whether a clock runs: its sequencer puts events into the feed.',
      since: new Date(now.getTime() - feedLagSeconds * 1000),
    });
  }
  if (lostAttempts.count > 0) {
    needs.push({
      severity: 'notice',
      code: 'leases_lost',
      message: `In the last 24 hours ${lostAttempts.count === 1 ? '1 attempt was' : `${lostAttempts.count} attempts were`} taken back from a worker that fell silent.`,
      workId: lostAttempts.workId ?? undefined,
      advice:
        'Nothing is lost, but workers die or freeze: look for crashes, memory limits and long pauses.',
      since: lostAttempts.at ?? undefined,
    });
  }
  return needs;
}

function notificationNeeds({ failedNotifications }: OperationFacts): Need[] {
  if (!failedNotifications) return [];
  const { count, id, reason, at } = failedNotifications;
  const what = count === 1 ? '1 mail or chat message' : `${count} mails and chat messages`;
  return [
    {
      severity: 'warning',
      code: 'notifications_failed',
      message: `${what} to teams failed in the last 24 hours, the newest (${id}) with: ${shortened(reason)}`,
      advice: 'GET /api/notifications?status=failed lists them; mend the cause, then resend them.',
      since: at,
    },
  ];
}

function webhookNeeds({ pausedWebhooks }: OperationFacts): Need[] {
  if (!pausedWebhooks) return [];
  const { count, id, reason, at } = pausedWebhooks;
  const subject = count === 1 ? 'The webhook' : `${count} webhooks are paused, the newest`;
  return [
    {
      severity: 'warning',
      code: 'webhook_paused',
      message: `${subject} '${id}'${count === 1 ? ' is paused' : ''}: ${shortened(reason)}`,
      advice: `Mend the receiver, try it with POST /api/webhooks/${id}/test, then POST …/resume.`,
      since: at,
    },
  ];
}
