import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { isShort, runHere, runTask } from '../../../commands/tasks/run-task.ts';
import { deleteUsage } from '../../../commands/usage/delete-usage.ts';
import { recordUsage } from '../../../commands/usage/record-usage.ts';
import { findSpanTime, listSpans } from '../../../db/tables/usage/usage-spans.ts';
import type { SpanFilter } from '../../../db/tables/usage/usage-spans.ts';
import { refuse } from '../../../domain/errors.ts';
import { keptDays } from '../../../domain/operations/retention.ts';
import type { Rejections, UsageSpan } from '../../../domain/usage/otlp.ts';
import { collectBody } from '../../body/collect-body.ts';
import { protobufType } from '../../http/errors/otlp-errors.ts';
import { cutPage, pagingQuery, readPage } from '../../http/paging/paging.ts';
import { readInstant } from '../../http/read-instant.ts';
import { presentOutcome, presentSpans } from '../../present/usage.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import {
  deletedCountSchema,
  tracesResultSchema,
  tracesSchema,
} from '../../schemas/usage/traces.ts';

const path = '/api/v1/traces';

/** As much as the processes that read long bodies take. */
const limitBytes = 32 * 1024 * 1024;

const sendRoute = defineRoute({
  method: 'POST',
  path,
  name: 'sendTraces',
  summary:
    'Report who used data products, as spans of OpenTelemetry; the body and the errors are those of OTLP/HTTP in JSON or Protocol Buffers; the attribute dataproduct.id names the product, outputport.name its port, access.id the access, and user who used it; spans without a product, of the far past or of the future are rejected alone',
  tag: 'usage',
  body: { formats: ['json', 'x-protobuf'], schema: tracesSchema, streamed: true },
  bounded: 'uploads',
  errors: 'otlp',
  answers: {
    200: {
      description: 'What was stored; `partialSuccess` says what was not',
      schema: tracesResultSchema,
      alsoAs: [protobufType],
    },
  },
  handle: async ({ openBody, principal, now, services }) => {
    const body = openBody();
    const format = body.format === 'json' ? 'json' : 'x-protobuf';
    const bytes = await collectBody(body, limitBytes);
    const text = bytes.toString(format === 'json' ? 'utf8' : 'latin1').replace(/^\uFEFF/, '');
    const read = isShort({ text, format: 'json' }) ? runHere : runTask;
    const { chunks, rejected } = await read('readTraces', text, format, now.getTime());
    const all: Rejections = { ...rejected };
    for (const chunk of chunks) {
      if (services.draining.aborted) refuse('unavailable', 'The server is stopping; try again.');
      const spans = JSON.parse(chunk) as UsageSpan[];
      const further = await recordUsage(services.database, spans, { principal, now });
      for (const [reason, times] of Object.entries(further)) {
        all[reason] = (all[reason] ?? 0) + times;
      }
    }
    return presentOutcome(all, format);
  },
});

const filterQuery = {
  scopeName: Type.Optional(
    Type.String({ description: 'Only spans of this instrumentation scope' }),
  ),
  dataProductId: Type.Optional(Type.String({ description: 'Only spans of this data product' })),
  dataContractId: Type.Optional(
    Type.String({
      description:
        'Only spans that name this data contract, or name none and belong to a data product that offers it',
    }),
  ),
  spanId: Type.Optional(Type.String({ description: 'Only the span with this id' })),
  from: Type.Optional(Type.String({ description: 'Started at or after this instant' })),
  to: Type.Optional(Type.String({ description: 'Started before this instant (exclusive)' })),
};

const filterSchema = Type.Object(filterQuery);

const dayMs = 24 * 3_600_000;

function toFilter(query: Static<typeof filterSchema>, now: Date): SpanFilter {
  const { scopeName, dataProductId, dataContractId, spanId } = query;
  const kept = new Date(now.getTime() - keptDays.spans * dayMs);
  const from = readInstant('from', query.from) ?? kept;
  return {
    productId: dataProductId,
    contractId: dataContractId,
    scopeName,
    spanId: spanId?.toLowerCase(),
    from: from > kept ? from : kept,
    to: readInstant('to', query.to) ?? new Date(now.getTime() + dayMs),
  };
}

const listRoute = defineRoute({
  method: 'GET',
  path,
  name: 'listTraces',
  summary: `List the spans of the last ${keptDays.spans} days, newest first, in the JSON of OTLP`,
  tag: 'usage',
  query: Type.Object({ ...filterQuery, ...pagingQuery }),
  answers: { 200: { description: 'The spans as they were sent', schema: tracesSchema } },
  handle: async ({ query, principal: { organizationId }, now, url, services }) => {
    const { knex } = services.database;
    const filter = toFilter(query, now);
    const { limit, offset, after } = readPage(query);
    const rows = await listSpans(knex, organizationId, filter, {
      limit,
      offset,
      after: after === undefined ? undefined : { spanId: after, startedAt: await timeOf(after) },
    });
    const { shown, link } = cutPage(rows, { url, query }, ({ spanId }) => spanId);
    return { status: 200, text: presentSpans(shown), headers: { link } };

    async function timeOf(spanId: string): Promise<Date> {
      const startedAt = await findSpanTime(knex, organizationId, spanId, filter.from);
      return startedAt ?? refuse('bad_request', `after=${spanId} names no span.`);
    }
  },
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path,
  name: 'deleteTraces',
  summary: 'Delete spans and take them out of the daily numbers',
  tag: 'usage',
  query: filterSchema,
  answers: { 200: { description: 'How many', schema: deletedCountSchema } },
  handle: async ({ query, principal, requestId, now, gone, services }) => {
    const filter = toFilter(query, now);
    const request = { filter, principal, requestId, now, gone };
    const deletedCount = await deleteUsage(services.database, request);
    return { status: 200, json: { deletedCount } };
  },
});

/** Spans that say who used data products. */
export const traceRoutes: readonly Route[] = [sendRoute, listRoute, deleteRoute];
