import { Type } from '@sinclair/typebox';
import { listInstallationPoints, listWorkPoints } from '../../db/tables/operations/series.ts';
import type { InstallationPoint, WorkPoint } from '../../db/tables/operations/series.ts';
import { maxPoints, seriesRange, stepsOf } from '../../domain/operations/series.ts';
import { keptDays } from '../../domain/operations/retention.ts';
import { workKinds } from '../../domain/work/kinds.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { seriesSchema } from '../schemas/ops/series.ts';
import { assertInstallationOperator } from './operator-scope.ts';

/** Numbers of the last hours. */
export const seriesRoute: Route = defineRoute({
  method: 'GET',
  path: '/api/ops/series',
  name: 'getOperationsSeries',
  summary: `Get the numbers of operations over time, in at most ${maxPoints} steps; they are kept for ${keptDays.minutes} days`,
  tag: 'operations',
  permission: 'organization',
  query: Type.Object({
    hours: Type.Integer({
      minimum: 1,
      maximum: keptDays.minutes * 24,
      default: 24,
      description: 'Length of the time until now',
    }),
  }),
  answers: { 200: { description: 'The numbers', schema: seriesSchema } },
  handle: async ({ query, principal, now, services }) => {
    const { knex } = services.database;
    await assertInstallationOperator(knex, principal);
    const range = seriesRange(now, query.hours);
    const [ofWork, ofInstallation] = await Promise.all([
      listWorkPoints(knex, range),
      listInstallationPoints(knex, range),
    ]);
    const at = stepsOf(range);
    const kinds = workKinds.map((kind) => ({
      kind,
      ...workColumns(
        at,
        ofWork.filter((point) => point.kind === kind),
      ),
    }));
    const installation = installationColumns(at, ofInstallation, ofWork);
    return { status: 200, json: { ...range, at, installation, kinds } };
  },
});

/** The values of a member, one for each step; null where there is no point. */
function column<Point extends { at: Date }>(
  at: readonly Date[],
  points: readonly Point[],
): (valueOf: (point: Point) => number | null) => (number | null)[] {
  const byTime = new Map(points.map((point) => [point.at.getTime(), point]));
  return (valueOf) =>
    at.map((instant) => {
      const point = byTime.get(instant.getTime());
      const value = point && valueOf(point);
      return value === undefined || value === null ? null : Math.round(value * 1000) / 1000;
    });
}

function workColumns(at: readonly Date[], points: readonly Omit<WorkPoint, 'kind' | 'started'>[]) {
  const of = column(at, points);
  return {
    waiting: of(({ waiting }) => waiting),
    running: of(({ running }) => running),
    oldestSeconds: of(({ oldestSeconds }) => oldestSeconds),
    startLagSeconds: of(({ startLagSeconds }) => startLagSeconds),
    done: of(({ done }) => done),
    failed: of(({ failed }) => failed),
  };
}

function installationColumns(
  at: readonly Date[],
  points: readonly InstallationPoint[],
  ofWork: readonly WorkPoint[],
) {
  const of = column(at, points);
  const byTime = new Map<number, WorkPoint[]>();
  for (const point of ofWork) {
    byTime.set(point.at.getTime(), [...(byTime.get(point.at.getTime()) ?? []), point]);
  }
  const together = points.map((point) => ({
    ...point,
    ...sumOf(byTime.get(point.at.getTime()) ?? []),
  }));
  return {
    ...workColumns(at, together),
    feedLagSeconds: of(({ feedLagSeconds }) => feedLagSeconds),
    webhookFailures: of(({ webhookFailures }) => webhookFailures),
    webhookWaiting: of(({ webhookWaiting }) => webhookWaiting),
    mailFailures: of(({ mailFailures }) => mailFailures),
    databaseBytes: of(({ databaseBytes }) => databaseBytes),
  };
}

/** What ended and the delays of all kinds in one step. */
function sumOf(points: readonly WorkPoint[]) {
  const started = points.reduce((sum, point) => sum + point.started, 0);
  const lag = points.reduce((sum, point) => sum + (point.startLagSeconds ?? 0) * point.started, 0);
  return {
    oldestSeconds: Math.max(0, ...points.map((point) => point.oldestSeconds)),
    startLagSeconds: started === 0 ? null : lag / started,
    done: points.reduce((sum, point) => sum + point.done, 0),
    failed: points.reduce((sum, point) => sum + point.failed, 0),
  };
}
