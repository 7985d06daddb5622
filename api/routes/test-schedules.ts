import { Type } from '@sinclair/typebox';
import { scheduledKeysOf } from '../../commands/contract-tests/plan-scheduled-tests.ts';
import { refuseUnknownDocument } from '../../commands/documents/refuse-unknown-document.ts';
import type { Db } from '../../db/connect.ts';
import { findNextDue } from '../../db/tables/schedules.ts';
import { listScheduledTestStates } from '../../db/tables/scheduled-test-states.ts';
import type { ScheduledTestState } from '../../db/tables/scheduled-test-states.ts';
import { findSettingsDocument } from '../../db/tables/settings-documents.ts';
import { listLastScheduledRuns } from '../../db/views/last-scheduled-runs.ts';
import type { LastScheduledRun } from '../../db/views/last-scheduled-runs.ts';
import { findContractText } from '../../db/views/contract-texts.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import { featuresOf } from '../../domain/organization-features.ts';
import type { OrganizationFeatures } from '../../domain/organization-features.ts';
import {
  contractScheduleKey,
  organizationScheduleKey,
  testScheduleOf,
} from '../../domain/test-schedule.ts';
import type { TestSchedule } from '../../domain/test-schedule.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { JsonObject } from '../../lib/json.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { testScheduleSchema } from '../schemas/test-schedules.ts';

const getRoute = defineRoute({
  method: 'GET',
  path: '/api/datacontracts/:id/test-schedule',
  summary: 'Get when a data contract is tested by itself, and how that went',
  tag: 'contract tests',
  access: 'key',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({}),
  answers: { 200: { description: 'The schedule', schema: testScheduleSchema } },
  handle: async ({ params, principal: { organizationId }, services }) => {
    const { knex } = services.database;
    const id = checkDocumentId(params.id);
    const contract = await findContractText(knex, organizationId, id);
    if (!contract) refuseUnknownDocument(dataContract, id);
    const settings = await findSettingsDocument(knex, { organizationId, name: 'features' });
    const document = JSON.parse(contract.body) as JsonObject;
    const own = testScheduleOf(document);
    const schedule = holding(own, featuresOf(settings?.body));
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
          : await presentServers(knex, { organizationId, id }, scheduledKeysOf(document)),
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

/** Whose schedule it is, and what it says; a contract that says something has the last word. */
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

/** How it went on those servers that are scheduled now; a server of former times may have failed for ever. */
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

/** When contracts are tested by themselves. */
export const testScheduleRoutes: readonly Route[] = [getRoute];
