import { Type } from '@sinclair/typebox';

/** Names the data product of events, for programs that cannot send facets. */
export const portQuery = {
  dataProductId: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Data product of the event; wins over the facet entropy_data of the run',
    }),
  ),
  outputPortId: Type.Optional(
    Type.String({ minLength: 1, description: 'Output port of the product: its id, else its name' }),
  ),
  outputPortName: Type.Optional(
    Type.String({ minLength: 1, deprecated: true, description: 'Former name of outputPortId' }),
  ),
};

/** The answer to a batch, as the interface of OpenLineage prescribes it. */
export const lineageBatchSchema = Type.Object(
  {
    status: Type.Unsafe<'success' | 'partial_success'>({
      type: 'string',
      enum: ['success', 'partial_success'],
      description: 'partial_success if an event was not stored',
    }),
    summary: Type.Object(
      {
        received: Type.Integer({ description: 'Number of events in the batch' }),
        successful: Type.Integer({ description: 'Number of stored events' }),
        failed: Type.Integer({ description: 'Number of events that were not stored' }),
        retriable: Type.Integer({ description: 'Number of failed events that can be sent again' }),
        non_retriable: Type.Integer({
          description: 'Number of failed events that must be changed',
        }),
      },
      { description: 'Numbers of events' },
    ),
    failed_events: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Position in the batch, from 0' }),
        code: Type.String({ description: 'Code of the error' }),
        reason: Type.String({ description: 'What is wrong, and what to change' }),
        retriable: Type.Boolean({ description: 'False: sent again, it fails again' }),
      }),
      { description: 'The events that were not stored; all others were' },
    ),
  },
  { $id: 'LineageBatchResult', description: 'Verdicts on the events of a batch' },
);

export const deletedLineageSchema = Type.Object(
  { deletedCount: Type.Integer({ description: 'Number of deleted events' }) },
  { $id: 'DeletedLineage', description: 'How many events were deleted' },
);
