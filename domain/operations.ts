import type { WorkKind } from './work-kinds.ts';

/** What operators are shown of one process. */
export type ProcessFacts = {
  role: string;
  host: string;
  pid: number;
  kinds: readonly WorkKind[];
  seenAt: Date;
  silentSeconds: number;
};

type KindFacts = {
  kind: WorkKind;
  due: number;
  oldestDueAt: Date | null;
  oldestUndispatchedAt: Date | null;
  expiredLeases: number;
  unclaimed: number;
};

type TroubleFacts = { kind: WorkKind; count: number; id: string; error: string | null; at: Date };

/** Everything that `listNeeds` judges by; `now` is business time. */
export type OperationFacts = {
  now: Date;
  kinds: readonly KindFacts[];
  /** Failed for good within the last day. */
  failed: readonly TroubleFacts[];
  /** Failed several times and still tried. */
  struggling: readonly TroubleFacts[];
  /** Attempts of the last day that were taken back from a silent worker; the work of the last. */
  lostAttempts: { count: number; at: Date | null; workId: string | null };
  /** Webhooks that wait for somebody to resume them, with the newest. */
  pausedWebhooks: { count: number; id: string; reason: string; at: Date } | undefined;
  feedLagSeconds: number;
  /** Mails and chat messages that failed within the last day; the newest. */
  failedNotifications: { count: number; id: string; reason: string | null; at: Date } | undefined;
  processes: readonly ProcessFacts[];
};

/** One thing that a human should look at. */
export type Need = {
  /** `notice`: it has healed by itself, and tells that something happened. */
  severity: 'critical' | 'warning' | 'notice';
  code:
    | 'no_process'
    | 'process_lost'
    | 'kind_without_worker'
    | 'dispatch_late'
    | 'work_unclaimed'
    | 'leases_expired'
    | 'leases_lost'
    | 'feed_late'
    | 'work_failed'
    | 'work_struggling'
    | 'notifications_failed'
    | 'webhook_paused';
  message: string;
  advice: string;
  since?: Date | undefined;
  kind?: WorkKind | undefined;
  /** Newest or oldest example. */
  workId?: string | undefined;
};

/** A process that was silent for longer is taken for dead; it says that it lives every five seconds. */
export const silentSeconds = 30;
const lateSeconds = 10;
/** A process that vanished is mentioned so long; if it is missed, other needs go on to say so. */
const mournedSeconds = 15 * 60;

/** Whether a process is taken for alive. */
export function isAlive(process: ProcessFacts): boolean {
  return process.silentSeconds <= silentSeconds;
}

/** The worst that is the case now; what has healed does not count. */
export function statusOf(needs: readonly Need[]): 'ok' | 'warning' | 'critical' {
  const [worst] = needs;
  return worst === undefined || worst.severity === 'notice' ? 'ok' : worst.severity;
}

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

function queueNeeds(kind: KindFacts, { now, processes }: OperationFacts): Need[] {
  const isLate = (at: Date | null): at is Date =>
    at !== null && now.getTime() - at.getTime() > lateSeconds * 1000;
  const needs: Need[] = [];
  const about = { severity: 'critical', kind: kind.kind } as const;
  const workers = processes.filter((process) => process.role === 'worker' && isAlive(process));
  if (
    isLate(kind.oldestDueAt) &&
    workers.length > 0 &&
    !workers.some((worker) => worker.kinds.includes(kind.kind))
  ) {
    needs.push({
      ...about,
      code: 'kind_without_worker',
      message: `${pieces(kind.due, kind.kind)} waited past the due time, and no worker does that kind.`,
      advice: `Start a worker whose WORKER_QUEUES is empty or names ${kind.kind}.`,
      since: kind.oldestDueAt,
    });
  } else if (kind.unclaimed > 0) {
    needs.push({
      ...about,
      code: 'work_unclaimed',
      message: `${pieces(kind.unclaimed, kind.kind)} waited for more than 30 s, and nobody has begun.`,
      advice: 'All slots may be taken: start more workers. Else look at the workers and at Redis.',
      since: kind.oldestDueAt ?? undefined,
    });
  }
  if (isLate(kind.oldestUndispatchedAt)) {
    needs.push({
      ...about,
      code: 'dispatch_late',
      message: `Due work of the kind ${kind.kind} was told to no queue.`,
      advice: 'See whether a clock runs and whether it reaches Redis.',
      since: kind.oldestUndispatchedAt,
    });
  }
  if (kind.expiredLeases > 0) {
    needs.push({
      severity: 'warning',
      kind: kind.kind,
      code: 'leases_expired',
      message: `${pieces(kind.expiredLeases, kind.kind)} ran on a worker that fell silent.`,
      advice: 'A clock takes them back within seconds; if this stays, see whether one runs.',
    });
  }
  return needs;
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

function failedNeed({ kind, count, id, error, at }: TroubleFacts): Need {
  return {
    severity: 'warning',
    code: 'work_failed',
    message: `${pieces(count, kind)} failed in the last 24 hours, the newest with: ${shortened(error)}`,
    advice: 'Mend the cause, then retry them.',
    since: at,
    kind,
    workId: id,
  };
}

function strugglingNeed({ kind, count, id, error, at }: TroubleFacts): Need {
  return {
    severity: 'warning',
    code: 'work_struggling',
    message: `${pieces(count, kind)} failed several times and will be tried again, the oldest with: ${shortened(error)}`,
    advice: 'They are tried further with growing pauses; mend the cause, or cancel them.',
    since: at,
    kind,
    workId: id,
  };
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

function pieces(count: number, kind: string): string {
  return `${count} ${count === 1 ? 'piece' : 'pieces'} of work of the kind ${kind}`;
}

const longest = 200;

/** The whole error is in the history of the work. */
function shortened(error: string | null): string {
  if (error === null) return 'no reason';
  return error.length > longest ? `${error.slice(0, longest)}…` : error;
}
