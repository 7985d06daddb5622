import { Type } from '@sinclair/typebox';
import {
  deleteTeamConnection,
  refuseUnknownConnection,
} from '../../../commands/connections/delete-team-connection.ts';
import { putTeamConnection } from '../../../commands/connections/put-team-connection.ts';
import { getTeamPath } from '../../../commands/teams/get-team-path.ts';
import { listTeamConnections } from '../../../db/tables/organizations/team-connections.ts';
import type { TeamConnection } from '../../../db/tables/organizations/team-connections.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import type { Principal } from '../../../domain/principal.ts';
import {
  teamConnectionReadSchema,
  teamConnectionSchema,
} from '../../../domain/organizations/team-connection.ts';
import { headerValue } from '../../http/header-values.ts';
import { parseObject } from '../../body/parse-document.ts';
import { collection } from '../../collection.ts';
import type { Route } from '../../route.ts';
import type { Services } from '../../services.ts';

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

/** Connections and credentials that contract tests of a team use. */
export const teamConnectionRoutes: readonly Route[] = collection(
  {
    path: '/api/teams/:id/connections/:connectionId',
    noun: 'connection',
    named: 'team connection',
    tag: 'teams',
    schema: teamConnectionReadSchema,
  },
  {
    list: {
      summary:
        'List the connections with which contract tests of a team sign in to its servers, without credentials',
      query: Type.Object({}),
      handle: async ({ params: { id }, principal, services }) => {
        const connections = await readConnections(services, principal, checkDocumentId(id));
        return { status: 200, json: connections.map(present) };
      },
    },
    get: {
      summary: 'Get a connection of a team; it names the credentials that are set',
      handle: async ({ params: { id, connectionId }, principal, services }) => {
        const connections = await readConnections(services, principal, checkDocumentId(id));
        const found = connections.find((connection) => connection.id === connectionId);
        return { status: 200, json: present(found ?? refuseUnknownConnection(id, connectionId)) };
      },
    },
    put: {
      sends: ['location-html', 'x-catalog-warnings'],
      refuses: ['already_exists', 'secret_key_missing'],
      summary: 'Create or replace a connection of a team; credentials are sealed and never shown',
      permission: write,
      body: { schema: teamConnectionSchema },
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
    },
    delete: {
      summary: 'Delete a connection of a team with its credentials',
      permission: write,
      handle: async ({ params, principal, requestId, now, services }) => {
        const teamId = checkDocumentId(params.id);
        const connectionId = checkDocumentId(params.connectionId);
        const request = { teamId, connectionId, principal, requestId, now };
        await deleteTeamConnection(services.database, request);
        return { status: 200 };
      },
    },
  },
);
