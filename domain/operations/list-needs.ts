import { describeSkew, maxSkewMs } from './clock-skew.ts';
import { describeEviction } from './eviction.ts';
import { isAlive } from './facts.ts';
import type { OperationFacts, ProcessFacts } from './facts.ts';
import { harmOf, lateSeconds } from './need.ts';
import type { Need } from './need.ts';
import { notificationNeeds, removalNeeds, scheduleNeeds, webhookNeeds } from './subject-needs.ts';
import { failedNeed, pausedNeed, queueNeeds, strugglingNeed } from './work-needs.ts';

/** Time for which a vanished process is reported; if it is still needed, other needs report it. */
const mournedSeconds = 15 * 60;

/** All needs for attention, critical ones first; empty when all is and recently was well. */
export function listNeeds(facts: OperationFacts): Need[] {
  const needs = [
    ...databaseNeeds(facts),
    ...processNeeds(facts),
    ...clockNeeds(facts),
    ...redisNeeds(facts),
    ...facts.pausedKinds.map((paused) => pausedNeed(paused, facts)),
    ...facts.kinds.flatMap((kind) => queueNeeds(kind, facts)),
    ...lagNeeds(facts),
    ...facts.failed.map(failedNeed),
    ...facts.struggling.map(strugglingNeed),
    ...notificationNeeds(facts),
    ...webhookNeeds(facts),
    ...scheduleNeeds(facts),
    ...removalNeeds(facts),
  ];
  return needs.sort((a, b) => harmOf(a) - harmOf(b));
}

function databaseNeeds({ writesRefusedSince }: OperationFacts): Need[] {
  if (writesRefusedSince === undefined) return [];
  return [
    {
      severity: 'critical',
      code: 'database_refuses_writes',
      message: 'The disk of the database is full: writes are answered 503, and work waits.',
      advice:
        'Free space on the disk of Postgres; nothing has to be restarted. Until then processes cannot report that they run.',
      since: writesRefusedSince,
    },
  ];
}

function processNeeds({ processes, writesRefusedSince }: OperationFacts): Need[] {
  // A process that cannot write its row falls silent, but runs; a process that ended in order has no row.
  const mayRun = (process: ProcessFacts): boolean =>
    isAlive(process) || writesRefusedSince !== undefined;
  const missing = ['worker', 'clock'].filter(
    (role) => !processes.some((process) => process.role === role && mayRun(process)),
  );
  const lost = processes.filter(
    (process) => !mayRun(process) && process.silentSeconds <= mournedSeconds,
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
      // Another process of the role is alive: a supervisor may have started it as a replacement.
      severity: missing.includes(role) ? 'warning' : 'notice',
      code: 'process_lost',
      subject: { kind: 'process', id: `${host}:${pid}`, name: `${host}:${pid}` },
      message: `The ${role} ${host}:${pid} vanished without shutting down.`,
      advice: 'Check its log, and whether its supervisor has started a new process.',
      since: seenAt,
    })),
  ];
}

function clockNeeds({ processes }: OperationFacts): Need[] {
  return processes.filter(isAlive).flatMap(({ role, host, pid, skewMs, seenAt }): Need[] =>
    skewMs === null || Math.abs(skewMs) <= maxSkewMs
      ? []
      : [
          {
            severity: 'warning',
            code: 'clock_skewed',
            subject: { kind: 'process', id: `${host}:${pid}`, name: `${host}:${pid}` },
            message: `The clock of the machine of the ${role} ${host}:${pid} is ${describeSkew(skewMs)}.`,
            advice:
              'Synchronize it with NTP, for example by chrony. Until then the process uses the clock of Postgres.',
            since: seenAt,
          },
        ],
  );
}

function redisNeeds({ eviction }: OperationFacts): Need[] {
  if (eviction === undefined) return [];
  const { found, advice } = describeEviction(eviction);
  return [{ severity: 'warning', code: 'redis_evicts', message: `In Redis, ${found}.`, advice }];
}

function lagNeeds({ now, feedLagSeconds, lostAttempts }: OperationFacts): Need[] {
  const needs: Need[] = [];
  if (feedLagSeconds > lateSeconds) {
    needs.push({
      severity: 'critical',
      code: 'feed_late',
      message: `Events have waited for their position in the feed for ${Math.round(feedLagSeconds)} s.`,
      advice: 'Check that a clock is running: its sequencer adds events to the feed.',
      since: new Date(now.getTime() - feedLagSeconds * 1000),
    });
  }
  if (lostAttempts.count > 0) {
    needs.push({
      severity: 'notice',
      code: 'leases_lost',
      message: `In the last 24 hours ${lostAttempts.count === 1 ? '1 attempt was' : `${lostAttempts.count} attempts were`} taken back from a worker that fell silent.`,
      workId: lostAttempts.workId ?? undefined,
      count: lostAttempts.count,
      advice:
        'Nothing is lost, but workers die or freeze: check for crashes, memory limits and long pauses.',
      since: lostAttempts.at ?? undefined,
    });
  }
  return needs;
}
