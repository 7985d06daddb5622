import type { WorkKind } from '../work/kinds.ts';

/** The facts about one process that operators see. */
export type ProcessFacts = {
  role: string;
  host: string;
  pid: number;
  kinds: readonly WorkKind[];
  seenAt: Date;
  silentSeconds: number;
  skewMs: number | null;
};

/** The state of the work of one kind. */
export type KindFacts = {
  kind: WorkKind;
  due: number;
  oldestDueAt: Date | null;
  oldestUndispatchedAt: Date | null;
  expiredLeases: number;
  unclaimed: number;
};

/** Work of a kind with the same problem, with an example. */
export type TroubleFacts = {
  kind: WorkKind;
  count: number;
  id: string;
  error: string | null;
  at: Date;
};

/** A run of an integration whose removals the fuse has stopped. */
export type StoppedRemoval = {
  integrationId: string;
  name: string;
  runId: string;
  count: number;
  /** Assets of the integration. */
  owned: number;
  at: Date;
};

/** A kind of work that operators have paused. */
export type PausedFacts = { kind: WorkKind; reason: string; pausedAt: Date };

/** The input of `listNeeds`; `now` is business time. */
export type OperationFacts = {
  now: Date;
  kinds: readonly KindFacts[];
  /** Work that failed permanently within the last day. */
  failed: readonly TroubleFacts[];
  /** Work that failed several times and is still retried. */
  struggling: readonly TroubleFacts[];
  /** Attempts of the last day that were taken back from a silent worker, with the work of the last. */
  lostAttempts: { count: number; at: Date | null; workId: string | null };
  /** Webhooks waiting to be resumed, with the newest. */
  pausedWebhooks: { count: number; id: string; reason: string; at: Date } | undefined;
  /** Webhooks whose deliveries fail and are retried, with the one that fails for the longest time. */
  failingWebhooks: { count: number; id: string; reason: string; at: Date } | undefined;
  /** Integrations whose last run would have removed too much. */
  stoppedRemovals: readonly StoppedRemoval[];
  /** Schedules that should have fired, with the one that waits for the longest time. */
  overdueSchedules: { count: number; id: string; name: string; at: Date } | undefined;
  /** Kinds that operators have paused. */
  pausedKinds: readonly PausedFacts[];
  feedLagSeconds: number;
  /** Mails and chat messages that failed within the last day, with the newest. */
  failedNotifications:
    | { count: number; id: string; recipient: string | null; reason: string | null; at: Date }
    | undefined;
  processes: readonly ProcessFacts[];
  /** The maxmemory-policy of Redis if it may delete entries of the queues. */
  eviction: string | undefined;
  /** First write that the full disk of the database refused, if it still does. */
  writesRefusedSince: Date | undefined;
};

/** A process that was silent for longer counts as dead; processes report every five seconds. */
export const silentSeconds = 30;

/** True if a process counts as alive. */
export function isAlive(process: ProcessFacts): boolean {
  return process.silentSeconds <= silentSeconds;
}
