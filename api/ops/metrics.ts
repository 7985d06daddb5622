import { Type } from '@sinclair/typebox';
import type { Database } from '../../db/connect.ts';
import { findFeedLag } from '../../db/tables/feed.ts';
import { listProcesses, listProcessMetrics } from '../../db/tables/processes.ts';
import { summariseWebhooks } from '../../db/views/webhook-deliveries.ts';
import { countUnsuccessfulWork, summariseUnfinishedWork } from '../../db/views/work-summary.ts';
import { isAlive, silentSeconds } from '../../domain/operations/facts.ts';
import { workKinds } from '../../domain/work-kinds.ts';
import type { Clock } from '../../lib/clock.ts';
import { createSharedMetrics, expose, expositionType } from '../../lib/metrics.ts';
import type { Gauge, Metrics } from '../../lib/metrics.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { assertInstallationOperator } from './operator-scope.ts';
import { secondsSince } from '../../db/views/work-counts.ts';

/**
 * What Prometheus reads: this process, the living workers and clocks as they last described themselves, and the state of
 * the work table and the feed as it is now. Other API processes are read at their own address.
 */
export const metricsRoute: Route = defineRoute({
  method: 'GET',
  path: '/metrics',
  summary: 'Measurements in the exposition format of Prometheus',
  tag: 'operations',
  access: 'key',
  permission: 'organization',
  params: Type.Object({}),
  query: Type.Object({}),
  answers: {
    200: { description: 'Measurements', schema: Type.String(), contentType: expositionType },
  },
  handle: async ({ principal, services }) => {
    const { database, metrics, clock } = services;
    await assertInstallationOperator(database.knex, principal);
    const [own, others, shared] = await Promise.all([
      metrics.snapshot(),
      listProcessMetrics(database.knex, ['worker', 'clock'], silentSeconds * 1000),
      installationMetrics(database, clock).snapshot(),
    ]);
    return {
      status: 200,
      text: await expose([own, ...others, shared]),
      contentType: expositionType,
    };
  },
});

/** Gauges of the whole installation, read from Postgres when they are asked for. */
function installationMetrics(database: Database, clock: Clock): Metrics {
  const shared = createSharedMetrics();
  addWorkGauges(shared, database, clock);
  shared.gauge({
    name: 'concordat_feed_lag_seconds',
    help: 'Age of the oldest event that has no place in the feed yet',
    labels: [],
    collect: async (gauge) => gauge.set((await findFeedLag(database.knex)).lagSeconds),
  });
  shared.gauge({
    name: 'concordat_processes',
    help: 'Processes by role; alive is false for those that vanished within the last day',
    labels: ['role', 'alive'],
    collect: async (gauge) => {
      for (const role of ['api', 'worker', 'clock']) {
        for (const alive of ['true', 'false']) gauge.set({ role, alive }, 0);
      }
      for (const process of await listProcesses(database.knex)) {
        gauge.inc({ role: process.role, alive: String(isAlive(process)) });
      }
    },
  });
  addWebhookGauges(shared, database, clock);
  return shared;
}

function addWebhookGauges(shared: Metrics, { knex }: Database, clock: Clock): void {
  let looking: ReturnType<typeof summariseWebhooks> | undefined;
  const summary = () => (looking ??= summariseWebhooks(knex, clock.now()));
  shared.gauge({
    name: 'concordat_webhooks',
    help: 'Webhooks by state',
    labels: ['state'],
    collect: async (gauge) => {
      const counts = await summary();
      for (const state of ['active', 'failing', 'paused', 'disabled'] as const)
        gauge.set({ state }, counts[state]);
    },
  });
  shared.gauge({
    name: 'concordat_webhook_pending',
    help: 'Events that wait to be sent to webhooks that are neither paused nor disabled',
    labels: [],
    collect: async (gauge) => gauge.set((await summary()).pending),
  });
  shared.gauge({
    name: 'concordat_webhook_lag_seconds',
    help: 'Age of the oldest of these',
    labels: [],
    collect: async (gauge) => gauge.set((await summary()).lagSeconds),
  });
}

type Count = 'due' | 'expiredLeases' | 'retrying' | 'unclaimed';

const counts: readonly { name: string; help: string; count: Count }[] = [
  { name: 'concordat_work_due', help: 'Work whose time has come and that waits', count: 'due' },
  {
    name: 'concordat_work_expired_leases',
    help: 'Running work whose worker fell silent',
    count: 'expiredLeases',
  },
  {
    name: 'concordat_work_retrying',
    help: 'Work that waits or runs, and not for the first time',
    count: 'retrying',
  },
  {
    name: 'concordat_work_unclaimed',
    help: 'Work that a queue was told of and that still waits 30 s after its time',
    count: 'unclaimed',
  },
];

function addWorkGauges(shared: Metrics, database: Database, clock: Clock): void {
  const { knex } = database;
  const now = clock.now();
  // One look at the table for all gauges of one scrape.
  let looking: ReturnType<typeof summariseUnfinishedWork> | undefined;
  const summaries = () => (looking ??= summariseUnfinishedWork(knex, undefined, now));
  shared.gauge({
    name: 'concordat_work',
    help: 'Pieces of work; done ones are counted by concordat_job_duration_seconds',
    labels: ['kind', 'state'],
    collect: async (gauge) => {
      const ended = await countUnsuccessfulWork(knex, undefined);
      for (const kind of workKinds) {
        for (const state of ['QUEUED', 'RUNNING', 'FAILED', 'CANCELLED'])
          gauge.set({ kind, state }, 0);
      }
      for (const { kind, queued, running } of await summaries()) {
        gauge.set({ kind, state: 'QUEUED' }, queued);
        gauge.set({ kind, state: 'RUNNING' }, running);
      }
      for (const { kind, state, count } of ended) gauge.set({ kind, state }, count);
    },
  });
  for (const { name, help, count } of counts) {
    shared.gauge({
      name,
      help,
      labels: ['kind'],
      collect: async (gauge) => setByKind(gauge, await summaries(), (entry) => entry[count]),
    });
  }
  shared.gauge({
    name: 'concordat_work_oldest_due_seconds',
    help: 'Age of the oldest due work that nobody has begun',
    labels: ['kind'],
    collect: async (gauge) =>
      setByKind(gauge, await summaries(), (entry) => secondsSince(entry.oldestDueAt, now)),
  });
  shared.gauge({
    name: 'concordat_dispatch_lag_seconds',
    help: 'Age of the oldest due work that no queue was told of',
    labels: ['kind'],
    collect: async (gauge) =>
      setByKind(gauge, await summaries(), (entry) => secondsSince(entry.oldestUndispatchedAt, now)),
  });
}

type Summary = Awaited<ReturnType<typeof summariseUnfinishedWork>>[number];

/** Kinds without work are 0, so that every kind always has a line. */
function setByKind(
  gauge: Gauge<'kind'>,
  summaries: readonly Summary[],
  value: (summary: Summary) => number,
): void {
  for (const kind of workKinds) {
    const summary = summaries.find((entry) => entry.kind === kind);
    gauge.set({ kind }, summary ? value(summary) : 0);
  }
}
