import { Type } from '@sinclair/typebox';
import { listFollowingConnectors } from '../../db/views/work/connectors.ts';
import type { FollowingConnector } from '../../db/views/work/connectors.ts';
import { withPrincipalNames } from '../present/principal-names.ts';
import { answerList, pagingQuery, readPage } from '../http/paging/paging.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { followingConnectorSchema } from '../schemas/integrations/connectors.ts';

const silentAfterSeconds = 600;
const behindAfterSeconds = 60;

/** Lists the connectors with their heartbeat and their position in the feed. */
export const connectorsRoute: Route = defineRoute({
  method: 'GET',
  path: '/api/ops/connectors',
  name: 'listFollowingConnectors',
  summary: 'List the connectors: when each was last seen, and how far behind the feed it is',
  tag: 'operations',
  permission: 'organization',
  query: Type.Object({ size: pagingQuery.size, after: pagingQuery.after }),
  answers: { 200: { description: 'The connectors', schema: Type.Array(followingConnectorSchema) } },
  handle: async ({ query, url, principal: { organizationId }, now, services }) => {
    const { knex } = services.database;
    const { after, limit } = readPage(query);
    const rows = await listFollowingConnectors(knex, organizationId, { after, limit });
    const named = await withPrincipalNames(knex, organizationId, rows);
    return answerList(
      named,
      { url, query },
      (row) => presentConnector(row, now),
      ({ id }) => id,
    );
  },
});

function presentConnector(
  row: FollowingConnector & { principalName: string | null },
  now: Date,
): object {
  const { id, type, description, version, lastEventId, position, behindEvents } = row;
  const behindSeconds = row.behindSince ? secondsBetween(row.behindSince, now) : 0;
  return {
    connectorId: id,
    type,
    description,
    version,
    status: statusOf(secondsBetween(row.lastSeenAt, now), behindSeconds),
    lastSeenAt: row.lastSeenAt,
    principal: row.principal,
    principalName: row.principalName,
    lastEventId,
    position,
    behindEvents,
    behindSeconds: behindEvents === null ? null : behindSeconds,
  };
}

const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, (to.getTime() - from.getTime()) / 1_000);

function statusOf(silentSeconds: number, behindSeconds: number): string {
  if (silentSeconds > silentAfterSeconds) return 'silent';
  return behindSeconds > behindAfterSeconds ? 'behind' : 'following';
}
