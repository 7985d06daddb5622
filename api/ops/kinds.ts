import { Type } from '@sinclair/typebox';
import { pauseKind, resumeKind } from '../../commands/operations/pause-kind.ts';
import { listProcesses } from '../../db/tables/work/processes.ts';
import { transact } from '../../db/transact.ts';
import { isAlive } from '../../domain/operations/facts.ts';
import { actsForOrganization } from '../../domain/organizations/permissions.ts';
import type { Principal } from '../../domain/principal.ts';
import type { WorkKind } from '../../domain/work/kinds.ts';
import { assertValid } from '../../domain/validation/validation.ts';
import { parseObject } from '../body/parse-document.ts';
import type { RawBody } from '../exchange.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { kindParams, kindStateSchema, pauseSchema } from '../schemas/ops/kinds.ts';
import type { Services } from '../services.ts';
import { assertInstallationOperator, workScopeOf } from './operator-scope.ts';
import { readKinds } from './read-kinds.ts';

async function readStates(services: Services, principal: Principal, now: Date) {
  const { knex } = services.database;
  const { withInstallation } = await workScopeOf(knex, principal);
  const [kinds, processes] = await Promise.all([
    readKinds(services, principal, now),
    listProcesses(knex),
  ]);
  const workers = processes.filter((process) => process.role === 'worker' && isAlive(process));
  const may = { pause: withInstallation && actsForOrganization(principal, 'change') };
  return kinds.map((state) => ({
    ...state,
    workers: workers.filter((worker) => worker.kinds.includes(state.kind)).length,
    may,
  }));
}

async function readState(
  services: Services,
  principal: Principal,
  asked: { kind: WorkKind; now: Date },
) {
  const states = await readStates(services, principal, asked.now);
  return states.find(({ kind }) => kind === asked.kind);
}

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/ops/kinds',
  name: 'listWorkKinds',
  summary: 'List the kinds of background work with their numbers, and which of them are paused',
  tag: 'operations',
  permission: 'organization',
  answers: { 200: { description: 'The kinds', schema: Type.Array(kindStateSchema) } },
  handle: async ({ principal, now, services }) => ({
    status: 200,
    json: await readStates(services, principal, now),
  }),
});

const answers = { 200: { description: 'The kind as it is now', schema: kindStateSchema } };

async function readReason(body: RawBody): Promise<string | undefined> {
  if (body.text.trim() === '') return undefined;
  const { document } = await parseObject(body);
  return assertValid(pauseSchema, document, 'invalid_body').reason?.trim();
}

const pauseRoute = defineRoute({
  method: 'POST',
  path: '/api/ops/kinds/:kind/pause',
  name: 'pauseWorkKind',
  refuses: ['invalid_body'],
  summary:
    'Pause a kind of background work; running work ends normally, and nothing of it starts until the kind is resumed',
  tag: 'operations',
  permission: 'organization',
  params: kindParams,
  body: { schema: pauseSchema, required: false },
  dryRun: true,
  answers,
  handle: async (request) => {
    const { params, body, principal, requestId, now, services } = request;
    const { kind } = params;
    await assertInstallationOperator(services.database.knex, principal, 'change');
    const asked = { kind, reason: await readReason(body), principal, requestId, now };
    await transact(services.database, (tx) => pauseKind(tx, asked));
    return { status: 200, json: await readState(services, principal, { kind, now }) };
  },
});

const resumeRoute = defineRoute({
  method: 'POST',
  path: '/api/ops/kinds/:kind/resume',
  name: 'resumeWorkKind',
  summary: 'Resume a paused kind of background work; what waits starts at once',
  tag: 'operations',
  permission: 'organization',
  params: kindParams,
  body: { required: false },
  dryRun: true,
  answers,
  handle: async ({ params: { kind }, principal, requestId, now, services }) => {
    await assertInstallationOperator(services.database.knex, principal, 'change');
    await transact(services.database, (tx) => resumeKind(tx, { kind, principal, requestId, now }));
    return { status: 200, json: await readState(services, principal, { kind, now }) };
  },
});

/** Routes that show the kinds of work, and pause and resume them. */
export const kindRoutes: readonly Route[] = [listRoute, pauseRoute, resumeRoute];
