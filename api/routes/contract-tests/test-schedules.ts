import { scheduledKeysOf } from '../../../commands/contract-tests/plan-scheduled-tests.ts';
import { refuseUnknownDocument } from '../../../commands/refuse-unknown-document.ts';
import { runOnStored } from '../../../commands/tasks/run-task.ts';
import type { Db } from '../../../db/connect.ts';
import { findNextDue } from '../../../db/tables/work/schedules.ts';
import { listScheduledTestStates } from '../../../db/tables/contract-tests/scheduled-test-states.ts';
import type { ScheduledTestState } from '../../../db/tables/contract-tests/scheduled-test-states.ts';
import { findSettingsDocument } from '../../../db/tables/organizations/settings-documents.ts';
import { listLastScheduledRuns } from '../../../db/views/contract-tests/last-scheduled-runs.ts';
import type { LastScheduledRun } from '../../../db/views/contract-tests/last-scheduled-runs.ts';
import { findContractBody } from '../../../db/views/contract-tests/contract-bodies.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { dataContract } from '../../../domain/kinds/data-contract.ts';
import { featuresOf } from '../../../domain/organizations/features.ts';
import type { OrganizationFeatures } from '../../../domain/organizations/features.ts';
import {
  contractScheduleKey,
  organizationScheduleKey,
} from '../../../domain/contract-tests/schedule.ts';
import type { TestSchedule } from '../../../domain/contract-tests/schedule.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { testScheduleSchema } from '../../schemas/contract-tests/test-schedules.ts';

const getRoute = defineRoute({
  method: 'GET',
  path: '/api/datacontracts/:id/test-schedule',
  name: 'getTestSchedule',
  summary: 'Get the test schedule of a data contract, with the last scheduled run on each server',
  tag: 'contract tests',
  answers: { 200: { description: 'The schedule', schema: testScheduleSchema } },
  handle: async ({ params, principal: { organizationId }, services }) => {
    const { knex } = services.database;
    const id = checkDocumentId(params.id);
    const contract = await findContractBody(knex, organizationId, id);
    if (!contract) refuseUnknownDocument(dataContract, id);
    const settings = await findSettingsDocument(knex, { organizationId, name: 'features' });
    const plan = await runOnStored('readTestPlan', contract.body);
    const schedule = holding(plan.schedule, featuresOf(settings?.body));
    const key = schedule.source === 'contract' ? contractScheduleKey(id) : organizationScheduleKey;
    const nextDueAt =
      schedule.cron === null
        ? undefined
        : await findNextDue(knex, { organizationId, kind: 'scheduled-tests', key });
    const json = {
      ...schedule,
      nextDueAt: nextDueAt?.toISOString() ?? null,
      servers:
        schedule.cron === null
          ? []
          : await presentServers(knex, { organizationId, id }, scheduledKeysOf(plan)),
    };
    return { status: 200, json };
  },
});

type Holding = {
  source: 'contract' | 'organization' | 'none';
  cron: string | null;
  timezone: string | null;
  problem: string | null;
};

const nothing = { cron: null, timezone: null, problem: null };

/** The effective schedule and its source; a schedule in the contract overrides that of the organization. */
function holding(own: TestSchedule, features: OrganizationFeatures): Holding {
  if (!features.dataContractTestsEnabled) {
    return { ...nothing, source: 'none', problem: 'The organization has switched tests off.' };
  }
  if (own.kind === 'cron') {
    return { ...nothing, source: 'contract', cron: own.cron, timezone: own.timezone };
  }
  if (own.kind === 'invalid') return { ...nothing, source: 'contract', problem: own.problem };
  if (own.kind === 'off') return { ...nothing, source: 'contract' };
  const { dataContractTestSchedule: cron, dataContractTestScheduleTimezone: zone } = features;
  if (!cron) return { ...nothing, source: 'none' };
  return { ...nothing, source: 'organization', cron, timezone: zone ?? 'UTC' };
}

const neverTested = {
  failing: null,
  since: null,
  testRunId: null,
  skippedAt: null,
  skippedReason: null,
};

/** Presents only servers that are scheduled now; the last run of a removed server may be an old failure. */
async function presentServers(
  db: Db,
  { organizationId, id }: { organizationId: OrganizationId; id: string },
  scheduled: readonly string[],
) {
  const [states, runs] = await Promise.all([
    listScheduledTestStates(db, organizationId, id),
    listLastScheduledRuns(db, organizationId, id, scheduled),
  ]);
  const stateOf = new Map(states.map((state) => [state.server, state]));
  const runOf = new Map(runs.map((run) => [run.server, run]));
  return scheduled
    .filter((server) => stateOf.has(server) || runOf.has(server))
    .toSorted()
    .map((server) => presentServer(server, stateOf.get(server), runOf.get(server)));
}

function presentServer(
  server: string,
  state: ScheduledTestState | undefined,
  run: LastScheduledRun | undefined,
) {
  const { since, skippedAt, ...rest } = state ?? { ...neverTested, server };
  return {
    ...rest,
    since: since?.toISOString() ?? null,
    skippedAt: skippedAt?.toISOString() ?? null,
    lastRun: run === undefined ? null : presentRun(run),
  };
}

function presentRun({ id, endedAt, result, testResultId }: LastScheduledRun) {
  return { id, endedAt: endedAt.toISOString(), result, testResultId };
}

/** Schedules of contract tests. */
export const testScheduleRoutes: readonly Route[] = [getRoute];
