import { Type } from '@sinclair/typebox';
import type { Database } from '../../db/connect.ts';
import { findFeedLag } from '../../db/tables/feed/feed.ts';
import { listPausedKinds } from '../../db/tables/operations/paused-kinds.ts';
import { listProcesses, listProcessMetrics } from '../../db/tables/work/processes.ts';
import { summariseWebhooks } from '../../db/views/webhooks/webhook-health.ts';
import { countUnsuccessfulWork, summariseUnfinishedWork } from '../../db/views/work/summary.ts';
import { isAlive, silentSeconds } from '../../domain/operations/facts.ts';
import { workKinds } from '../../domain/work/kinds.ts';
import type { Clock } from '../../lib/clock.ts';
import { createSharedMetrics, expose, expositionType } from '../../lib/metrics.ts';
import type { Gauge, Metrics } from '../../lib/metrics.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { assertInstallationOperator } from './operator-scope.ts';
import { secondsSince } from '../../db/views/work/counts.ts';

/**
 * Metrics for Prometheus: this process, the last snapshots of living workers and clocks, and the current state of the work table
 * and the feed. Other API processes are scraped at their own address.
 */
export const metricsRoute: Route = defineRoute({
  method: 'GET',
  path: '/metrics',
  name: 'getMetrics',
  summary: 'Get the metrics in the Prometheus text format',
  tag: 'operations',
  permission: 'organization',
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

/** Gauges of the whole installation, read from Postgres at each scrape. */
function installationMetrics(database: Database, clock: Clock): Metrics {
  const shared = createSharedMetrics();
  addWorkGauges(shared, database, clock);
  shared.gauge({
    name: 'concordat_feed_lag_seconds',
    help: 'Age of the oldest event that has no position in the feed yet',
    labels: [],
    collect: async (gauge) => gauge.set((await findFeedLag(database.knex)).lagSeconds),
  });
  shared.gauge({
    name: 'concordat_processes',
    help: 'Processes by role; alive is false for processes that vanished within the last day',
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
  shared.gauge({
    name: 'concordat_clock_skew_seconds',
    help: 'Largest difference between the clock of a living process and that of Postgres, by role',
    labels: ['role'],
    collect: async (gauge) => {
      const living = (await listProcesses(database.knex)).filter(isAlive);
      for (const role of ['api', 'worker', 'clock']) {
        const skews = living.filter((process) => process.role === role).map(({ skewMs }) => skewMs);
        gauge.set({ role }, Math.max(0, ...skews.map((skewMs) => Math.abs(skewMs ?? 0))) / 1000);
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
    help: 'Events waiting for delivery to webhooks that are neither paused nor disabled',
    labels: [],
    collect: async (gauge) => gauge.set((await summary()).pending),
  });
  shared.gauge({
    name: 'concordat_webhook_lag_seconds',
    help: 'Age of the oldest event waiting for delivery',
    labels: [],
    collect: async (gauge) => gauge.set((await summary()).lagSeconds),
  });
}

type Count = 'due' | 'expiredLeases' | 'retrying' | 'unclaimed';

const counts: readonly { name: string; help: string; count: Count }[] = [
  { name: 'concordat_work_due', help: 'Work that is due and waiting', count: 'due' },
  {
    name: 'concordat_work_expired_leases',
    help: 'Running work with an expired lease',
    count: 'expiredLeases',
  },
  {
    name: 'concordat_work_retrying',
    help: 'Work that is waiting for or running another attempt',
    count: 'retrying',
  },
  {
    name: 'concordat_work_unclaimed',
    help: 'Work that was dispatched to a queue and is not claimed 30 s after its due time',
    count: 'unclaimed',
  },
];

function addWorkGauges(shared: Metrics, database: Database, clock: Clock): void {
  const { knex } = database;
  const now = clock.now();
  // One statement for all gauges of a scrape.
  let looking: ReturnType<typeof summariseUnfinishedWork> | undefined;
  const summaries = () => (looking ??= summariseUnfinishedWork(knex, undefined, now));
  shared.gauge({
    name: 'concordat_work',
    help: 'Unfinished work; finished work is counted by concordat_job_duration_seconds',
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
  addLagGauges(shared, knex, { now, summaries });
}

type Lags = { now: Date; summaries: () => ReturnType<typeof summariseUnfinishedWork> };

/** Ages of waiting work; that of paused kinds waits on purpose. */
function addLagGauges(shared: Metrics, knex: Database['knex'], { now, summaries }: Lags): void {
  let pausing: Promise<ReadonlySet<string>> | undefined;
  const paused = () =>
    (pausing ??= listPausedKinds(knex).then((kinds) => new Set(kinds.map(({ kind }) => kind))));
  shared.gauge({
    name: 'concordat_kind_paused',
    help: '1 while operators have paused the kind',
    labels: ['kind'],
    collect: async (gauge) => {
      for (const kind of workKinds) gauge.set({ kind }, (await paused()).has(kind) ? 1 : 0);
    },
  });
  shared.gauge({
    name: 'concordat_work_oldest_due_seconds',
    help: 'Age of the oldest due work that has not started; 0 for a paused kind',
    labels: ['kind'],
    collect: async (gauge) => {
      const kinds = await paused();
      const waiting = (await summaries()).filter(({ kind }) => !kinds.has(kind));
      setByKind(gauge, waiting, (entry) => secondsSince(entry.oldestDueAt, now));
    },
  });
  shared.gauge({
    name: 'concordat_dispatch_lag_seconds',
    help: 'Age of the oldest due work that has not been dispatched',
    labels: ['kind'],
    collect: async (gauge) =>
      setByKind(gauge, await summaries(), (entry) => secondsSince(entry.oldestUndispatchedAt, now)),
  });
}

type Summary = Awaited<ReturnType<typeof summariseUnfinishedWork>>[number];

/** Kinds without work are 0, so that every kind always has a sample. */
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
