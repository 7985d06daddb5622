import { Type } from '@sinclair/typebox';
import { listPausedKinds } from '../../db/tables/operations/paused-kinds.ts';
import { listSchedules } from '../../db/views/work/schedules.ts';
import type { ListedSchedule } from '../../db/views/work/schedules.ts';
import { nextFirings } from '../../domain/work/schedule.ts';
import { cutPage, readUuidKey } from '../http/paging/paging.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { scheduleSchema } from '../schemas/ops/schedules.ts';
import { kindSchema } from '../schemas/work.ts';
import { nameSchedules } from './name-schedules.ts';
import type { NameOfSchedule } from './name-schedules.ts';
import { workScopeOf } from './operator-scope.ts';

const shownFirings = 5;
const overdueMs = 60_000;

/** Schedules that are never due again have a time after this one. */
const never = new Date('9999-01-01T00:00:00Z');

type Around = { nameOf: NameOfSchedule; paused: ReadonlySet<string>; now: Date };

function present(schedule: ListedSchedule, { nameOf, paused, now }: Around) {
  const { organizationId, cron, timezone, enabled, nextDueAt, ...rest } = schedule;
  const isDue = enabled && nextDueAt < never;
  const after = new Date(nextDueAt.getTime());
  const later = isDue ? nextFirings(cron, timezone, { after, count: shownFirings - 1 }) : [];
  return {
    ...rest,
    ...nameOf(schedule),
    owner: organizationId === null ? 'installation' : 'organization',
    cron,
    timezone,
    enabled,
    nextDueAt: nextDueAt < never ? nextDueAt : null,
    next: isDue ? [nextDueAt, ...later] : [],
    overdue: isDue && now.getTime() - nextDueAt.getTime() > overdueMs,
    paused: paused.has(schedule.kind),
  };
}

/** The schedules that clocks fire. */
export const schedulesRoute: Route = defineRoute({
  method: 'GET',
  path: '/api/ops/schedules',
  name: 'listSchedules',
  sends: ['link'],
  summary:
    'List the schedules with their last and next times: those of the installation, of integrations and of contract tests',
  tag: 'operations',
  permission: 'organization',
  query: Type.Object({
    kind: Type.Optional({ ...kindSchema, description: 'Only schedules of this kind of work' }),
    enabled: Type.Optional(
      Type.Boolean({ description: 'Only schedules that fire, or only those that do not' }),
    ),
    key: Type.Optional(
      Type.String({ description: 'Key of the work, e.g. the id of an integration' }),
    ),
    size: Type.Integer({
      minimum: 1,
      maximum: 200,
      default: 100,
      description: 'Entries per page',
    }),
    after: Type.Optional(Type.String({ description: 'Id of the last entry of the previous page' })),
  }),
  answers: { 200: { description: 'The schedules', schema: Type.Array(scheduleSchema) } },
  handle: async ({ query, principal, url, now, services }) => {
    const { knex } = services.database;
    const scope = await workScopeOf(knex, principal);
    const { kind, enabled, key, size } = query;
    const page = { after: readUuidKey(query.after), limit: size + 1 };
    const [rows, paused] = await Promise.all([
      listSchedules(knex, scope, { kind, enabled, key }, page),
      listPausedKinds(knex),
    ]);
    const { shown, link } = cutPage(rows, { url, query: { size } }, ({ id }) => id);
    const nameOf = await nameSchedules(knex, shown);
    const around = { nameOf, paused: new Set<string>(paused.map((each) => each.kind)), now };
    return {
      status: 200,
      json: shown.map((schedule) => present(schedule, around)),
      headers: { link },
    };
  },
});
