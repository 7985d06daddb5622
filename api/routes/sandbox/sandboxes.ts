import { Type } from '@sinclair/typebox';
import {
  cancelSandboxAccess,
  deleteSandbox,
  moveSandboxClock,
  resetSandbox,
} from '../../../commands/sandbox/control-sandbox.ts';
import { createSandbox } from '../../../commands/sandbox/create-sandbox.ts';
import type { SandboxRequest } from '../../../commands/sandbox/change-sandbox.ts';
import { viewSandbox } from '../../../commands/sandbox/use-sandbox.ts';
import { listSandboxes } from '../../../db/tables/sandbox/sandboxes.ts';
import { readerOf } from '../../../domain/notices/reader.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { parseObject } from '../../body/parse-document.ts';
import { presentSandboxDetail, presentSandboxes } from '../../present/sandbox.ts';
import type { SandboxContext } from '../../present/sandbox.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import type { Answer, ApiRequest } from '../../exchange.ts';
import {
  sandboxClockSchema,
  sandboxDetailSchema,
  sandboxSchema,
  sandboxWriteSchema,
} from '../../schemas/sandbox/sandbox.ts';

const path = '/api/sandbox';
const tag = 'sandbox';
const detail = { 200: { description: 'The sandbox', schema: sandboxDetailSchema } };

type Request = Pick<
  ApiRequest<{ id: string }, object>,
  'params' | 'principal' | 'now' | 'services'
>;

const requestOf = ({ params: { id }, principal, now }: Request): SandboxRequest => ({
  id,
  principal,
  now,
});

function contextOf({ principal, now, services }: Omit<Request, 'params'>): SandboxContext {
  const { organizationId } = principal;
  const { database, settings } = services;
  return { db: database.knex, organizationId, publicUrl: settings.publicUrl, now };
}

async function answerDetail(request: Request): Promise<Answer> {
  const { sandbox, entries } = await viewSandbox(request.services.database, requestOf(request));
  return { status: 200, json: await presentSandboxDetail(contextOf(request), sandbox, entries) };
}

const listRoute = defineRoute({
  method: 'GET',
  path,
  name: 'listSandboxes',
  summary: 'List the sandboxes of the caller, newest first; at most five',
  tag,
  answers: { 200: { description: 'The sandboxes', schema: Type.Array(sandboxSchema) } },
  handle: async (request) => {
    const { principal, now, services } = request;
    const owner = { organizationId: principal.organizationId, owner: readerOf(principal) };
    const sandboxes = await listSandboxes(services.database.knex, owner, now);
    return { status: 200, json: await presentSandboxes(contextOf(request), sandboxes) };
  },
});

const createRoute = defineRoute({
  method: 'POST',
  path,
  name: 'createSandbox',
  sends: ['location'],
  refuses: ['limit_reached'],
  summary:
    'Create a sandbox: a fake access with a feed and a clock of its own, on which a provisioning component is tried; it ends after a day',
  tag,
  body: { schema: sandboxWriteSchema },
  answers: { 201: { description: 'The sandbox', schema: sandboxDetailSchema } },
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document } = await parseObject(body);
    const wanted = assertValid(sandboxWriteSchema, document, 'invalid_body');
    const { name = 'Sandbox', platform = 'postgres', roles = [], startDate, endDate } = wanted;
    const setup = { platform, roles, startDate, endDate };
    const request = { name, setup, principal, requestId, now };
    const { id } = await createSandbox(services.database, request);
    const answer = await answerDetail({ params: { id }, principal, now, services });
    return { ...answer, status: 201, headers: { location: `${path}/${id}` } };
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path: `${path}/:id`,
  name: 'getSandbox',
  summary:
    'Get a sandbox with its access, events, received reports, and the rules that the component keeps and breaks',
  tag,
  refuses: ['not_found'],
  answers: detail,
  handle: answerDetail,
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path: `${path}/:id`,
  name: 'deleteSandbox',
  summary: 'Delete a sandbox with everything in it',
  tag,
  refuses: ['not_found'],
  answers: { 204: { description: 'Deleted' } },
  handle: async (request) => {
    const { requestId, services } = request;
    await deleteSandbox(services.database, { ...requestOf(request), requestId });
    return { status: 204 };
  },
});

const clockRoute = defineRoute({
  method: 'POST',
  path: `${path}/:id/clock`,
  name: 'moveSandboxClock',
  refuses: ['not_found', 'invalid_transition'],
  summary: 'Move the clock of a sandbox ahead; accesses begin and end as they are due',
  tag,
  body: { schema: sandboxClockSchema },
  answers: detail,
  handle: async (request) => {
    const { document } = await parseObject(request.body);
    const { to } = assertValid(sandboxClockSchema, document, 'invalid_body');
    const wanted = to === undefined ? 'next' : new Date(to);
    await moveSandboxClock(request.services.database, requestOf(request), wanted);
    return answerDetail(request);
  },
});

const cancelRoute = defineRoute({
  method: 'POST',
  path: `${path}/:id/cancel`,
  name: 'cancelSandboxAccess',
  refuses: ['not_found'],
  summary: 'Cancel the fake access of a sandbox at once; repeating the request changes nothing',
  tag,
  body: { required: false },
  answers: detail,
  handle: async (request) => {
    await cancelSandboxAccess(request.services.database, requestOf(request));
    return answerDetail(request);
  },
});

const resetRoute = defineRoute({
  method: 'POST',
  path: `${path}/:id/reset`,
  name: 'resetSandbox',
  refuses: ['not_found'],
  summary: 'Set a sandbox back to its beginning; its former events and reports are deleted',
  tag,
  body: { required: false },
  answers: detail,
  handle: async (request) => {
    await resetSandbox(request.services.database, requestOf(request));
    return answerDetail(request);
  },
});

/** Sandboxes for developers of provisioning components. */
export const sandboxRoutes: readonly Route[] = [
  listRoute,
  createRoute,
  getRoute,
  deleteRoute,
  clockRoute,
  cancelRoute,
  resetRoute,
];
