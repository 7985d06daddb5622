import { Type } from '@sinclair/typebox';
import { findNextDue } from '../../db/tables/schedules.ts';
import { listScheduledTestStates } from '../../db/tables/scheduled-test-states.ts';
import type { ScheduledTestState } from '../../db/tables/scheduled-test-states.ts';
import { findSettingsDocument } from '../../db/tables/settings-documents.ts';
import { findContractText } from '../../db/views/contract-texts.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import { refuse } from '../../domain/errors.ts';
import { featuresOf } from '../../domain/organization-features.ts';
import type { OrganizationFeatures } from '../../domain/organization-features.ts';
import {
  contractScheduleKey,
  organizationScheduleKey,
  testScheduleOf,
} from '../../domain/test-schedule.ts';
import type { TestSchedule } from '../../domain/test-schedule.ts';
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
    if (!contract) refuse('not_found', `There is no data contract with the id '${id}'.`);
    const settings = await findSettingsDocument(knex, { organizationId, name: 'features' });
    const own = testScheduleOf(JSON.parse(contract.body) as JsonObject);
    const schedule = holding(own, featuresOf(settings?.body));
    const key = schedule.source === 'contract' ? contractScheduleKey(id) : organizationScheduleKey;
    const nextDueAt =
      schedule.cron === null
        ? undefined
        : await findNextDue(knex, { organizationId, kind: 'scheduled-tests', key });
    const states = await listScheduledTestStates(knex, organizationId, id);
    const json = {
      ...schedule,
      nextDueAt: nextDueAt?.toISOString() ?? null,
      servers: states.map(presentState),
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

function presentState({ since, skippedAt, ...state }: ScheduledTestState) {
  return {
    ...state,
    since: since?.toISOString() ?? null,
    skippedAt: skippedAt?.toISOString() ?? null,
  };
}

/** When contracts are tested by themselves. */
export const testScheduleRoutes: readonly Route[] = [getRoute];
