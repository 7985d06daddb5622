import { Type } from '@sinclair/typebox';
import { deleteLineage } from '../../../commands/lineage/delete-lineage.ts';
import { recordLineage } from '../../../commands/lineage/record-lineage.ts';
import { isShort, runHere, runTask } from '../../../commands/tasks/run-task.ts';
import { listLineageEvents } from '../../../db/tables/lineage/listed-events.ts';
import { Refusal } from '../../../domain/errors.ts';
import { lineageEventSchema, runEventTypes } from '../../../domain/lineage/event-schema.ts';
import { keptDays } from '../../../domain/operations/retention.ts';
import { headerValue } from '../../http/header-values.ts';
import { answerList, pagingQuery, readPage, readUuidKey } from '../../http/paging/paging.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { deletedLineageSchema, portQuery } from '../../schemas/lineage/events.ts';
import { readNamedPort } from './named-port.ts';

const path = '/api/v1/lineage';

/** Clocks of pipelines may be a little ahead. */
const maxAheadMs = 5 * 60_000;

const postRoute = defineRoute({
  method: 'POST',
  path,
  name: 'postLineageEvent',
  sends: ['x-catalog-warnings', 'deprecation'],
  refuses: ['invalid_body', 'unknown_reference'],
  summary:
    'Store an event of OpenLineage; of a run, a job or a dataset, as clients of OpenLineage send it',
  tag: 'lineage',
  query: Type.Object(portQuery),
  body: { schema: lineageEventSchema },
  answers: { 200: { description: 'Stored; the answer has no body' } },
  handle: async ({ body, query, principal, now, services, reading }) => {
    const read = isShort(body) ? runHere : runTask;
    const record = await read('readLineageEvent', body.text);
    const { named, headers } = readNamedPort(query);
    const texts = `[${body.text}]`;
    const request = { texts, events: [{ record }], named, principal, now, reading };
    const [rejected] = await recordLineage(services.database, request);
    if (rejected) throw new Refusal(rejected.code, rejected.message);
    const time = record.eventTime;
    const isAhead = time !== null && Date.parse(time) > now.getTime() + maxAheadMs;
    const warning = `eventTime ${time} is in the future: check the clock of the pipeline`;
    return {
      status: 200,
      headers: { ...headers, 'x-catalog-warnings': isAhead ? headerValue(warning) : undefined },
    };
  },
});

const jobQuery = {
  runId: Type.Optional(Type.String({ description: 'Only events of this run' })),
  jobNamespace: Type.Optional(
    Type.String({ description: 'Only events of jobs in this namespace' }),
  ),
  jobName: Type.Optional(Type.String({ description: 'Only events of jobs with this name' })),
};

const listRoute = defineRoute({
  method: 'GET',
  path,
  name: 'listLineageEvents',
  summary: `List the events of OpenLineage of the last ${keptDays.lineage} days as they were sent, newest first`,
  tag: 'lineage',
  query: Type.Object({
    ...jobQuery,
    eventType: Type.Optional(
      Type.Unsafe<(typeof runEventTypes)[number]>({
        type: 'string',
        enum: [...runEventTypes],
        description: 'Only events with this state of the run',
      }),
    ),
    dataProductId: Type.Optional(Type.String({ description: 'Only events of this data product' })),
    kind: Type.Unsafe<'run' | 'job' | 'dataset'>({
      type: 'string',
      enum: ['run', 'job', 'dataset'],
      default: 'run',
      description: 'Events of runs, of jobs, or of datasets',
    }),
    ...pagingQuery,
    size: { ...pagingQuery.size, default: 100 },
  }),
  answers: { 200: { description: 'The events', schema: Type.Array(lineageEventSchema) } },
  handle: async ({ query, principal, url, now, services }) => {
    const { limit, offset, after } = readPage(query);
    const since = new Date(now.getTime() - keptDays.lineage * 24 * 3_600_000);
    const rows = await listLineageEvents(
      services.database.knex,
      principal.organizationId,
      { ...query, since },
      { limit, offset, after: readUuidKey(after) },
    );
    return answerList(
      rows,
      { url, query },
      ({ body }) => body,
      ({ id }) => id,
    );
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path,
  name: 'deleteLineageEvents',
  summary: 'Delete the events of a run or of a job, and what only they say about datasets and jobs',
  tag: 'lineage',
  query: Type.Object(jobQuery),
  answers: { 200: { description: 'Number of deleted events', schema: deletedLineageSchema } },
  handle: async ({ query, principal, requestId, now, services }) => {
    const { runId, jobNamespace, jobName } = query;
    const request = { runId, jobNamespace, jobName, principal, requestId, now };
    const deletedCount = await deleteLineage(services.database, request);
    return { status: 200, json: { deletedCount } };
  },
});

/** Events of OpenLineage. */
export const lineageEventRoutes: readonly Route[] = [postRoute, listRoute, deleteRoute];
