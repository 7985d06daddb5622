import { Type } from '@sinclair/typebox';
import {
  deleteTeamConnection,
  refuseUnknownConnection,
} from '../../commands/connections/delete-team-connection.ts';
import { putTeamConnection } from '../../commands/connections/put-team-connection.ts';
import { getTeamPath } from '../../commands/teams/get-team-path.ts';
import { listTeamConnections } from '../../db/tables/team-connections.ts';
import type { TeamConnection } from '../../db/tables/team-connections.ts';
import { checkDocumentId } from '../../domain/document-ids.ts';
import type { Principal } from '../../domain/principal.ts';
import { teamConnectionReadSchema, teamConnectionSchema } from '../../domain/team-connection.ts';
import { headerValue } from '../header-values.ts';
import { parseObject } from '../parse-document.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import type { Services } from '../services.ts';

const teamParams = Type.Object({ id: Type.String() });
const params = Type.Object({ id: Type.String(), connectionId: Type.String() });
const noQuery = Type.Object({});
const path = '/api/teams/:id/connections/:connectionId';
const tag = 'teams';
const write = { actions: ['INGESTION_EDIT'], on: 'owner' } as const;

async function readConnections(
  { database: { knex } }: Services,
  { organizationId }: Principal,
  teamId: string,
): Promise<TeamConnection[]> {
  await getTeamPath(knex, organizationId, teamId);
  return listTeamConnections(knex, organizationId, [teamId]);
}

function present({ id, serverType, place, names, updatedAt, updatedBy }: TeamConnection) {
  const credentials = names;
  return { id, serverType, place, credentials, updatedAt: updatedAt.toISOString(), updatedBy };
}

const listRoute = defineRoute({
  method: 'GET',
  path: '/api/teams/:id/connections',
  summary: 'List how contract tests of a team sign in where its data lies, without the credentials',
  tag,
  access: 'key',
  params: teamParams,
  query: noQuery,
  answers: {
    200: { description: 'The connections', schema: Type.Array(teamConnectionReadSchema) },
  },
  handle: async ({ params: { id }, principal, services }) => {
    const connections = await readConnections(services, principal, checkDocumentId(id));
    return { status: 200, json: connections.map(present) };
  },
});

const getRoute = defineRoute({
  method: 'GET',
  path,
  summary: 'Get a connection of a team; it names the credentials that are set',
  tag,
  access: 'key',
  params,
  query: noQuery,
  answers: { 200: { description: 'The connection', schema: teamConnectionReadSchema } },
  handle: async ({ params: { id, connectionId }, principal, services }) => {
    const connections = await readConnections(services, principal, checkDocumentId(id));
    const found = connections.find((connection) => connection.id === connectionId);
    return { status: 200, json: present(found ?? refuseUnknownConnection(id, connectionId)) };
  },
});

const putRoute = defineRoute({
  method: 'PUT',
  path,
  summary: 'Create or replace a connection of a team; credentials are sealed and never shown',
  tag,
  access: 'key',
  permission: write,
  params,
  query: noQuery,
  body: { formats: ['json'], schema: teamConnectionSchema, required: true },
  answers: { 200: { description: 'Stored; the answer has no body' } },
  handle: async ({ params, body, principal, requestId, now, services }) => {
    const teamId = checkDocumentId(params.id);
    const connectionId = checkDocumentId(params.connectionId);
    const { document } = await parseObject(body);
    const { secretKey, publicUrl } = services.settings;
    const put = { teamId, connectionId, document, secretKey, principal, requestId, now };
    await putTeamConnection(services.database, put);
    const page = `${publicUrl}/teams/${encodeURIComponent(teamId)}`;
    return { status: 200, headers: { 'location-html': headerValue(page) } };
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path,
  summary: 'Delete a connection of a team with its credentials',
  tag,
  access: 'key',
  permission: write,
  params,
  query: noQuery,
  answers: { 200: { description: 'Deleted; the answer has no body' } },
  handle: async ({ params, principal, requestId, now, services }) => {
    const teamId = checkDocumentId(params.id);
    const connectionId = checkDocumentId(params.connectionId);
    const request = { teamId, connectionId, principal, requestId, now };
    await deleteTeamConnection(services.database, request);
    return { status: 200 };
  },
});

/** How contract tests of a team sign in. */
export const teamConnectionRoutes: readonly Route[] = [listRoute, getRoute, putRoute, deleteRoute];
