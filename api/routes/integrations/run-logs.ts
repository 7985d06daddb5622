import { Type } from '@sinclair/typebox';
import { getIntegration } from '../../../commands/integrations/integration-request.ts';
import { getIngestionRun } from '../../../commands/integrations/undo-run.ts';
import { countLogLines, listLogLines, logLevels } from '../../../db/tables/ingestion/log-lines.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { presentLogLine } from '../../present/log-line.ts';
import { defineRoute } from '../../route.ts';
import { logLineSchema } from '../../schemas/integrations/integrations.ts';
import { followLog } from '../../stream/log-stream.ts';
import { answerStream, openServerSentStream } from '../../stream/server-sent-stream.ts';

const lineNumber = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, description }));

/** The log of a run, searched, paged and followed. */
export const runLogsRoute = defineRoute({
  method: 'GET',
  path: '/api/integrations/:id/runs/:runId/logs',
  name: 'listIntegrationRunLogs',
  takes: ['last-event-id'],
  sends: ['x-total-count'],
  summary:
    'Get log lines of a run, oldest first; with Accept: text/event-stream, also each new line, until the run ends',
  tag: 'integrations',
  params: Type.Object({
    id: Type.String({ description: 'externalId of the integration' }),
    runId: Type.String({ description: 'Id of the run' }),
  }),
  query: Type.Object({
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'Part of the line; case does not matter' }),
    ),
    level: Type.Optional(
      Type.Unsafe<(typeof logLevels)[number]>({
        type: 'string',
        enum: [...logLevels],
        description: 'The least severe level; warn lists warnings and errors',
      }),
    ),
    after: lineNumber('Only lines after the line with this number: the first ones'),
    before: lineNumber('Only lines before the line with this number: the last ones'),
    limit: Type.Integer({
      minimum: 1,
      maximum: 5_000,
      default: 1_000,
      description: 'Maximum number of lines; without after, the last ones',
    }),
  }),
  bounded: 'streams',
  answers: {
    200: {
      description: 'The lines',
      schema: Type.Array(logLineSchema),
      contentType: 'application/json',
      alsoAs: ['text/event-stream'],
    },
  },
  handle: async (request) => {
    const { params, query, principal, services, header } = request;
    const { knex } = services.database;
    const key = { organizationId: principal.organizationId, id: checkDocumentId(params.id) };
    await getIntegration(knex, key);
    const run = await getIngestionRun(knex, key, params.runId);
    const runKey = { organizationId: key.organizationId, id: run.id };
    const { limit, ...filter } = query;
    if (/\btext\/event-stream\b/i.test(header('accept') ?? '')) {
      const resumed = /^\d{1,9}$/.exec(header('last-event-id') ?? '')?.[0];
      const after = resumed === undefined ? filter.after : Number(resumed);
      return answerStream(request, (stream) =>
        openServerSentStream(stream, (ended) =>
          followLog(services, { key: runKey, filter: { ...filter, after }, limit }, ended),
        ),
      );
    }
    const lines = await listLogLines(knex, runKey, filter, limit);
    const { q, level } = filter;
    const total = await countLogLines(knex, runKey, { q, level });
    return {
      status: 200,
      headers: { 'x-total-count': String(total) },
      json: lines.map(presentLogLine),
    };
  },
});
