import type { WorkKind } from '../work-kinds.ts';

/** What operators are shown of one process. */
export type ProcessFacts = {
  role: string;
  host: string;
  pid: number;
  kinds: readonly WorkKind[];
  seenAt: Date;
  silentSeconds: number;
};

/** Where the work of a kind stands. */
export type KindFacts = {
  kind: WorkKind;
  due: number;
  oldestDueAt: Date | null;
  oldestUndispatchedAt: Date | null;
  expiredLeases: number;
  unclaimed: number;
};

/** Work of a kind that has the same trouble, with an example. */
export type TroubleFacts = {
  kind: WorkKind;
  count: number;
  id: string;
  error: string | null;
  at: Date;
};

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

/** A process that was silent for longer is taken for dead; it says that it lives every five seconds. */
export const silentSeconds = 30;

/** Whether a process is taken for alive. */
export function isAlive(process: ProcessFacts): boolean {
  return process.silentSeconds <= silentSeconds;
}
