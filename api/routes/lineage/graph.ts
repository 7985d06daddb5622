import { Type } from '@sinclair/typebox';
import { findStarts } from '../../../commands/lineage/find-starts.ts';
import { readLineageGraph } from '../../../commands/lineage/read-graph.ts';
import { listLineageRuns } from '../../../db/views/lineage/runs.ts';
import { keptDays } from '../../../domain/operations/retention.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { lineageGraphSchema, lineageRunsSchema } from '../../schemas/lineage/graph.ts';

const node = Type.String({
  minLength: 1,
  maxLength: 4_100,
  description:
    'Where to start: the id of a node, dataset:<namespace>:<name>, job:<namespace>:<name>, asset:<id> or data-product:<id>',
});

const graphRoute = defineRoute({
  method: 'GET',
  path: '/api/lineage/graph',
  name: 'getLineageGraph',
  refuses: ['not_found'],
  summary: 'Get the datasets and jobs around a node, as pipelines report them',
  tag: 'lineage',
  query: Type.Object({
    node,
    depth: Type.Integer({
      minimum: 0,
      maximum: 20,
      default: 1,
      description: 'Data flows from the start; a job between two datasets makes two',
    }),
    direction: Type.Unsafe<'upstream' | 'downstream' | 'both'>({
      type: 'string',
      enum: ['upstream', 'downstream', 'both'],
      default: 'both',
      description: 'Where to walk',
    }),
    columns: Type.Optional(Type.Boolean({ description: 'Adds pairs of columns' })),
  }),
  answers: { 200: { description: 'At most 500 nodes', schema: lineageGraphSchema } },
  handle: async ({ query, principal: { organizationId }, services }) => {
    const lookup = { db: services.database.knex, organizationId };
    const { depth, direction, columns: withColumns = false } = query;
    const directions =
      direction === 'both' ? (['upstream', 'downstream'] as const) : ([direction] as const);
    const starts = await findStarts(lookup, query.node);
    const request = { starts, depth, directions, withColumns };
    return { status: 200, json: await readLineageGraph(lookup, request) };
  },
});

const runsRoute = defineRoute({
  method: 'GET',
  path: '/api/lineage/runs',
  name: 'listLineageRuns',
  refuses: ['not_found'],
  summary: `List the newest runs of a job, or of the jobs of a data product, of the last ${keptDays.lineage} days`,
  tag: 'lineage',
  query: Type.Object({
    node,
    size: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Number of runs' }),
  }),
  answers: { 200: { description: 'The runs, newest first', schema: lineageRunsSchema } },
  handle: async ({ query, principal: { organizationId }, now, services }) => {
    const { knex: db } = services.database;
    const jobIds = (await findStarts({ db, organizationId }, query.node, 'job')).slice(0, 100);
    const since = new Date(now.getTime() - keptDays.lineage * 24 * 3_600_000);
    const json = await listLineageRuns(db, organizationId, { jobIds, since }, query.size);
    return { status: 200, json };
  },
});

/** The graph of datasets and jobs, and the runs of jobs. */
export const lineageGraphRoutes: readonly Route[] = [graphRoute, runsRoute];
