import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { readActingTeams } from '../../../commands/own-teams.ts';
import type { ActingTeams } from '../../../commands/own-teams.ts';
import { consumingPerson } from '../../../db/views/access/list.ts';
import { listWaitingChanges } from '../../../db/views/todo/changes.ts';
import { listDueAccess } from '../../../db/views/todo/due-access.ts';
import type { WaitingChange } from '../../../db/views/todo/changes.ts';
import type { DueSides } from '../../../db/views/todo/due-access.ts';
import type { Listed } from '../../../db/views/todo/listed.ts';
import {
  listBrokenRules,
  listConflictedBranches,
  listDriftedProducts,
  listFailingContracts,
  listRequestedProducts,
} from '../../../db/views/todo/todo.ts';
import type { TodoFilter } from '../../../db/views/todo/todo.ts';
import { listPrincipalNames } from '../../../db/views/organizations/principal-names.ts';
import { kindNamed } from '../../../domain/kinds/index.ts';
import type { Principal } from '../../../domain/principal.ts';
import { defineRoute } from '../../route.ts';
import { todoSchema } from '../../schemas/ui/todo.ts';
import type { Services } from '../../services.ts';

const dueDays = 30;
const dayMs = 86_400_000;

/** Teams for which the caller acts, by what it may do for them. */
async function readTeams({ database: { knex } }: Services, principal: Principal, team?: string) {
  const teamsOf = await readActingTeams(knex, principal, team);
  const [approving, requesting, editing] = await Promise.all([
    teamsOf('ACCESS_APPROVE'),
    teamsOf('ACCESS_REQUEST'),
    teamsOf('RESOURCES_EDIT'),
  ]);
  const { email } = principal;
  const own = email === undefined || team !== undefined ? [] : [consumingPerson(email)];
  const consumers = requesting && [...requesting, ...own];
  return { approving, editing, sides: { providers: approving, consumers } };
}

/** Without a team there is nothing to read. */
const ofSome = <Line>(teams: ActingTeams, read: () => Promise<Line[]>): Promise<Line[]> =>
  teams?.length === 0 ? Promise.resolve([]) : read();

const isSide = ({ providers, consumers }: DueSides): ActingTeams =>
  providers && consumers && [...providers, ...consumers];

const countOf = (lines: readonly Listed<unknown>[]): number => lines[0]?.total ?? 0;

type Shown<Line> = {
  [Member in Exclude<keyof Line, 'total'>]: Line[Member] extends Date ? string : Line[Member];
};

/** The line without its total; instants are texts. */
function shown<Line extends Listed<object>>(line: Line): Shown<Line> {
  const members = Object.entries(line as Record<string, unknown>)
    .filter(([name]) => name !== 'total')
    .map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]);
  return Object.fromEntries(members) as Shown<Line>;
}

type Asked = { now: Date; limit: number; team: string | undefined };

async function readTodo(services: Services, principal: Principal, { now, limit, team }: Asked) {
  const { knex } = services.database;
  const { organizationId } = principal;
  const { approving, editing, sides } = await readTeams(services, principal, team);
  const owned: TodoFilter = { teams: editing, limit };
  const until = new Date(now.getTime() + dueDays * dayMs);
  const [access, tests, due, drift, conflicts, changes, findings] = await Promise.all([
    ofSome(approving, () =>
      listRequestedProducts(knex, organizationId, { teams: approving, limit }),
    ),
    ofSome(editing, () => listFailingContracts(knex, organizationId, owned)),
    ofSome(isSide(sides), () => listDueAccess(knex, organizationId, sides, { until, limit })),
    ofSome(editing, () => listDriftedProducts(knex, organizationId, owned)),
    ofSome(editing, () => listConflictedBranches(knex, organizationId, owned)),
    ofSome(editing, () => listWaitingChanges(knex, organizationId, owned)),
    ofSome(editing, () => listBrokenRules(knex, organizationId, owned)),
  ]);
  return { access, tests, due, drift, conflicts, changes, findings };
}

/** Open change requests with the names of their proposers. */
async function presentChanges(
  { database: { knex } }: Services,
  { organizationId }: Principal,
  changes: readonly Listed<WaitingChange>[],
) {
  const principals = changes.map(({ proposedBy }) => proposedBy);
  const names = await listPrincipalNames(knex, organizationId, principals);
  return changes.map(({ proposedBy, kind, ...change }) => ({
    ...shown({ ...change }),
    kind: kindNamed(kind).collection,
    proposedByName: names.get(proposedBy) ?? null,
  }));
}

/** What waits for the signed-in person. */
export const todoRoute = defineRoute({
  method: 'GET',
  path: '/ui/todo',
  name: 'getTodo',
  summary: 'Get what waits for the signed-in person, with counts',
  tag: 'web ui',
  access: 'session',
  query: Type.Object({
    size: Type.Integer({
      minimum: 1,
      maximum: 200,
      default: 50,
      description: 'Maximum lines of each list',
    }),
    team: Type.Optional(
      Type.String({ description: 'Only what waits for this team and the teams below it' }),
    ),
  }),
  answers: { 200: { description: 'What waits', schema: todoSchema } },
  handle: async ({ query, principal, now, services }) => {
    const asked = { now, limit: query.size, team: query.team };
    const found = await readTodo(services, principal, asked);
    const { access, tests, due, drift, conflicts, changes, findings } = found;
    const json = {
      counts: {
        access: countOf(access),
        tests: countOf(tests),
        due: countOf(due),
        drift: countOf(drift),
        conflicts: countOf(conflicts),
        changes: countOf(changes),
        findings: countOf(findings),
      },
      access: access.map(shown),
      tests: tests.map(shown),
      due: due.map(shown),
      drift: drift.map(shown),
      conflicts: conflicts.map(shown),
      changes: await presentChanges(services, principal, changes),
      findings: findings.map(shown),
    };
    return { status: 200, json: json satisfies Static<typeof todoSchema> };
  },
});
