import type { WorkKind } from '../../../domain/work/kinds.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';

/** Part of a series: `stepSeconds` from `at` on. */
export type WorkPoint = {
  at: Date;
  kind: WorkKind;
  waiting: number;
  running: number;
  oldestSeconds: number;
  /** Attempts that started. */
  started: number;
  /** Mean time from due to start; null if nothing started. */
  startLagSeconds: number | null;
  done: number;
  failed: number;
};

export type InstallationPoint = {
  at: Date;
  /** Of all kinds together. */
  waiting: number;
  running: number;
  feedLagSeconds: number;
  webhookFailures: number;
  webhookWaiting: number;
  mailFailures: number;
  databaseBytes: number;
};

/** The range of a series; `from` is a multiple of the step. */
export type SeriesRange = { from: Date; to: Date; stepSeconds: number };

/** A row is named by the end of its minute, and a point by its begin. */
const begin = `to_timestamp(floor(extract(epoch from at - interval '1 minute') / $3) * $3)`;

const listWork = {
  name: 'work-minutes-list',
  text: `select ${begin} as at, kind, max(waiting) as waiting, max(running) as running,
      max(oldest_seconds)::float8 as "oldestSeconds",
      sum(started)::int as started, (sum(start_lag_seconds) / nullif(sum(started), 0))::float8 as "startLagSeconds",
      sum(done)::int as done, sum(failed)::int as failed
    from work_minutes where at > $1 and at <= $2 group by 1, 2`,
};

/** The numbers of the work of each kind: the highest of what waits and runs, the sum of what ended. */
export function listWorkPoints(
  db: Db,
  { from, to, stepSeconds }: SeriesRange,
): Promise<WorkPoint[]> {
  return runStatement<WorkPoint>(db, listWork, [from, to, stepSeconds]);
}

const listInstallation = {
  name: 'installation-minutes-list',
  text: `with together as (
      select at, sum(waiting)::int as waiting, sum(running)::int as running from work_minutes
      where at > $1 and at <= $2 group by at)
    select ${begin} as at, max(waiting) as waiting, max(running) as running,
      max(feed_lag_seconds)::float8 as "feedLagSeconds", sum(webhook_failures)::int as "webhookFailures",
      max(webhook_waiting) as "webhookWaiting", sum(mail_failures)::int as "mailFailures", max(database_bytes) as "databaseBytes"
    from installation_minutes join together using (at)
    where at > $1 and at <= $2 group by 1`,
};

/** The numbers of the installation. */
export function listInstallationPoints(
  db: Db,
  { from, to, stepSeconds }: SeriesRange,
): Promise<InstallationPoint[]> {
  return runStatement<InstallationPoint>(db, listInstallation, [from, to, stepSeconds]);
}
