import { Type } from '@sinclair/typebox';
import { recordLineage } from '../../../commands/lineage/record-lineage.ts';
import { isShort, runHere, runTask } from '../../../commands/tasks/run-task.ts';
import { lineageEventSchema } from '../../../domain/lineage/event-schema.ts';
import { defineRoute } from '../../route.ts';
import { lineageBatchSchema, portQuery } from '../../schemas/lineage/events.ts';
import { readNamedPort } from './named-port.ts';

/** Stores many events of OpenLineage, each with a verdict of its own. */
export const lineageBatchRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/lineage/batch',
  name: 'postLineageBatch',
  sends: ['deprecation'],
  refuses: ['invalid_body'],
  summary:
    'Store up to 5,000 events of OpenLineage; an event that is refused does not affect the others',
  tag: 'lineage',
  query: Type.Object(portQuery),
  body: {
    schema: Type.Array(lineageEventSchema, {
      $id: 'OpenLineageEvents',
      description: 'Up to 5,000 events of OpenLineage',
    }),
    limitBytes: 12 * 1024 * 1024,
  },
  answers: { 200: { description: 'A verdict on each event', schema: lineageBatchSchema } },
  handle: async ({ body, query, principal, now, services, reading }) => {
    const read = isShort(body) ? runHere : runTask;
    const events = await read('readLineageEvents', body.text);
    const { named, headers } = readNamedPort(query);
    const request = { texts: body.text, events, named, principal, now, reading };
    const rejected = await recordLineage(services.database, request);
    const [received, failed] = [events.length, rejected.length];
    return {
      status: 200,
      headers,
      json: {
        status: failed === 0 ? 'success' : 'partial_success',
        summary: {
          received,
          successful: received - failed,
          failed,
          retriable: 0,
          non_retriable: failed,
        },
        failed_events: rejected.map(({ index, code, message }) => {
          return { index, code, reason: message, retriable: false };
        }),
      },
    };
  },
});
