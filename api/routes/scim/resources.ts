import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import {
  createScimResource,
  patchScimResource,
  removeScimResource,
  replaceScimResource,
} from '../../../commands/scim/write-resource.ts';
import type { WrittenResource } from '../../../commands/scim/write-resource.ts';
import { findScimResource } from '../../../db/tables/scim/resources.ts';
import { refuse } from '../../../domain/errors.ts';
import { groupType, scimPath, userType } from '../../../domain/scim/schemas/resource-types.ts';
import type { ResourceType } from '../../../domain/scim/schemas/resource-types.ts';
import { isUuid } from '../../../lib/ids.ts';
import { parseObject } from '../../body/parse-document.ts';
import type { Answer } from '../../exchange.ts';
import { isNotModified, preconditionHeaders } from '../../http/entity-tags.ts';
import { scimType } from '../../http/errors/scim-error.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  scimGroupListSchema,
  scimGroupSchema,
  scimPatchSchema,
  scimUserListSchema,
  scimUserSchema,
} from '../../schemas/scim/resources.ts';
import { answerResource, scimPreconditions, warnOfAccess } from './answers.ts';
import type { ScimRequest } from './answers.ts';
import { listQuery, readListQuery, readSelection, selectionQuery } from './read-query.ts';
import { answerSearch } from './search.ts';

/** Names of the operations and schemas of a type. */
type Described = { type: ResourceType; schema: TSchema; list: TSchema };

type IdParams = ReturnType<typeof Type.Object<{ id: ReturnType<typeof Type.String> }>>;

const writes = {
  tag: 'scim',
  permission: 'organization',
  sends: ['etag', 'x-catalog-warnings'],
  refuses: ['already_exists', 'invalid_transition', 'limit_reached', 'policy_violation'],
} as const;

async function answerWritten(
  request: ScimRequest,
  type: ResourceType,
  { resource, applied }: WrittenResource,
  { query, status }: { query: Parameters<typeof readSelection>[0]; status: number },
): Promise<Answer> {
  const selection = readSelection(query);
  const answer = await answerResource(request, { type, resource, selection }, status);
  const headers = { ...answer.headers, 'x-catalog-warnings': warnOfAccess(applied) };
  return { ...answer, headers };
}

function routesOf({ type, schema, list }: Described): Route[] {
  const path = `${scimPath}${type.endpoint}` as const;
  const noun = type.kind.toLowerCase();
  const answer = (description: string) => ({ description, schema, contentType: scimType });
  const one = { params: Type.Object({ id: Type.String({ description: `Id of the ${noun}` }) }) };
  return [
    defineRoute({
      method: 'GET',
      path,
      name: `getScim${type.kind}s`,
      sends: ['x-total-count'],
      refuses: ['invalid_body'],
      summary: `List the ${noun}s of SCIM, with a filter and sorted`,
      tag: 'scim',
      permission: 'organization',
      query: Type.Object(listQuery),
      answers: { 200: { description: `The ${noun}s`, schema: list, contentType: scimType } },
      handle: ({ query, ...request }) => {
        const asked = { query: readListQuery(query), selection: readSelection(query) };
        return answerSearch([type], request, asked);
      },
    }),
    creationOf(type, path, schema),
    defineRoute({
      ...one,
      method: 'GET',
      path: `${path}/:id`,
      name: `getScim${type.kind}`,
      summary: `Get a ${noun} of SCIM`,
      tag: 'scim',
      refuses: ['invalid_body'],
      permission: 'organization',
      query: Type.Object(selectionQuery),
      answers: {
        200: answer(`The ${noun}`),
        304: { description: 'The client has the current version' },
      },
      handle: ({ params: { id }, query, ...request }) => getResource(type, id, request, query),
    }),
    ...changesOf({ type, schema }, path, one.params),
    deletionOf(type, path, one.params),
  ];
}

function creationOf(type: ResourceType, path: string, schema: TSchema): Route {
  return defineRoute({
    ...writes,
    method: 'POST',
    path,
    name: `createScim${type.kind}`,
    sends: [...writes.sends, 'location'],
    summary: `Create a ${type.kind.toLowerCase()} of SCIM`,
    query: Type.Object(selectionQuery),
    body: { schema },
    answers: { 201: { description: 'Created', schema, contentType: scimType } },
    handle: async ({ body, query, requestId, now, ...request }) => {
      const { document: given } = await parseObject(body);
      const { database } = request.services;
      const cause = { principal: request.principal, requestId, now };
      const written = await createScimResource(database, { type, given }, cause);
      return answerWritten(request, type, written, { query, status: 201 });
    },
  });
}

async function getResource(
  type: ResourceType,
  id: string,
  request: ScimRequest,
  query: Parameters<typeof readSelection>[0],
): Promise<Answer> {
  const { principal, services, header } = request;
  const key = { organizationId: principal.organizationId, kind: type.kind, id };
  const resource = isUuid(id) ? await findScimResource(services.database.knex, key) : undefined;
  if (!resource) return refuse('not_found', `There is no ${type.kind} with the id '${id}'.`);
  const selection = readSelection(query);
  const answer = await answerResource(request, { type, resource, selection });
  const isKnown = isNotModified(header, `"${resource.revision}"`);
  return isKnown ? { status: 304, headers: { etag: answer.headers?.['etag'] } } : answer;
}

function changesOf(
  { type, schema }: Pick<Described, 'type' | 'schema'>,
  path: string,
  params: IdParams,
): Route[] {
  const noun = type.kind.toLowerCase();
  const shared = { ...writes, params, takes: preconditionHeaders, path: `${path}/:id` } as const;
  const answers = { 200: { description: 'Changed', schema, contentType: scimType } };
  return [
    defineRoute({
      ...shared,
      method: 'PUT',
      name: `replaceScim${type.kind}`,
      summary: `Replace a ${noun} of SCIM; attributes that are missing are removed`,
      query: Type.Object(selectionQuery),
      body: { schema },
      answers,
      handle: async ({ params: { id }, body, query, requestId, now, ...request }) => {
        const { document: given } = await parseObject(body);
        const preconditions = scimPreconditions(request.header);
        const cause = { principal: request.principal, requestId, now };
        const put = { type, id, given, preconditions };
        const written = await replaceScimResource(request.services.database, put, cause);
        return answerWritten(request, type, written, { query, status: 200 });
      },
    }),
    defineRoute({
      ...shared,
      method: 'PATCH',
      name: `updateScim${type.kind}`,
      dryRun: true,
      summary: `Change attributes of a ${noun} of SCIM; all operations take effect, or none`,
      query: Type.Object(selectionQuery),
      body: { schema: scimPatchSchema },
      answers,
      handle: async ({ params: { id }, body, query, requestId, now, ...request }) => {
        const { document: patch } = await parseObject(body);
        const preconditions = scimPreconditions(request.header);
        const cause = { principal: request.principal, requestId, now };
        const change = { type, id, patch, preconditions };
        const written = await patchScimResource(request.services.database, change, cause);
        return answerWritten(request, type, written, { query, status: 200 });
      },
    }),
  ];
}

function deletionOf(type: ResourceType, path: string, params: IdParams): Route {
  return defineRoute({
    ...writes,
    params,
    takes: preconditionHeaders,
    path: `${path}/:id`,
    method: 'DELETE',
    name: `deleteScim${type.kind}`,
    sends: ['x-catalog-warnings'],
    summary:
      type.kind === 'User'
        ? 'Delete a user of SCIM; the sessions, keys and roles of the person end'
        : 'Delete a group of SCIM; the roles that it gave end',
    answers: { 204: { description: 'Deleted' } },
    handle: async ({ params: { id }, header, principal, requestId, now, services }) => {
      const removal = { type, id, preconditions: scimPreconditions(header) };
      const cause = { principal, requestId, now };
      const applied = await removeScimResource(services.database, removal, cause);
      return { status: 204, headers: { 'x-catalog-warnings': warnOfAccess(applied) } };
    },
  });
}

/** Users and groups of identity providers. */
export const scimResourceRoutes: readonly Route[] = [
  ...routesOf({ type: userType, schema: scimUserSchema, list: scimUserListSchema }),
  ...routesOf({ type: groupType, schema: scimGroupSchema, list: scimGroupListSchema }),
];
