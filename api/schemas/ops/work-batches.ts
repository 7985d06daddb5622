import { Type } from '@sinclair/typebox';
import { maxBatchRows, statesOf } from '../../../domain/work/batches.ts';
import type { BatchAction, BatchOutcome } from '../../../domain/work/batches.ts';
import { orNull } from '../nullable.ts';
import { principalNameSchema } from '../principal-name.ts';
import { kindSchema, stateSchema, workFilterMembers } from '../work.ts';

/** Pieces of work that a request can name one by one. */
const maxChosen = 200;

const instant = Type.String({ format: 'date-time' });

export const outcomeSchema = Type.Unsafe<BatchOutcome>({
  type: 'string',
  enum: ['waiting', 'done', 'refused', 'failed'],
});

const requestOf = (action: BatchAction, $id: string) =>
  Type.Object(
    {
      filter: Type.Object(
        {
          ...workFilterMembers,
          state: Type.Optional(
            Type.Unsafe<string>({
              type: 'string',
              enum: [...statesOf[action]],
              description: `Only work in this state; other states cannot be chosen to ${action}. Required without ids`,
              examples: [statesOf[action][0]],
            }),
          ),
          ids: Type.Optional(
            Type.Array(Type.String({ format: 'uuid' }), {
              minItems: 1,
              maxItems: maxChosen,
              uniqueItems: true,
              description: 'Only these pieces of work, for example the selected rows of a page',
            }),
          ),
        },
        { additionalProperties: false, description: 'Which work; all of it must match' },
      ),
      expectedCount: Type.Integer({
        minimum: 1,
        maximum: maxBatchRows,
        description:
          'Number of pieces of work that match the filter, as GET /api/ops/work counts them; with another number now nothing happens',
        examples: [12],
      }),
    },
    { $id, description: `A choice of work to ${action}` },
  );

export const retryRequestSchema = requestOf('retry', 'WorkRetryRequest');
export const cancelRequestSchema = requestOf('cancel', 'WorkCancelRequest');

const batch = {
  id: Type.String(),
  action: Type.Unsafe<BatchAction>({ type: 'string', enum: ['retry', 'cancel'] }),
  filter: Type.Unknown({ description: 'The filter as requested' }),
  total: Type.Integer({ description: 'Number of its pieces of work' }),
  counts: Type.Object({
    waiting: Type.Integer({
      description: 'Not handled yet; left as it is if the batch was stopped',
    }),
    done: Type.Integer({ description: 'Retried or cancelled' }),
    refused: Type.Integer({ description: 'Left as it is, because its state did not allow it' }),
    failed: Type.Integer({ description: 'Left as it is after an unexpected error' }),
  }),
  requestedBy: Type.String(),
  requestedByName: principalNameSchema,
  createdAt: instant,
  stoppedAt: orNull(instant),
  endedAt: orNull(Type.String({ format: 'date-time', description: 'Null while it goes on' })),
};

export const batchSchema = Type.Object(batch, {
  $id: 'WorkBatch',
  description: 'A retry or cancellation of many pieces of work',
});

/** A batch with a page of its rows. */
export const batchWithRowsSchema = Type.Object(
  {
    ...batch,
    rows: Type.Array(
      Type.Object({
        workId: Type.String(),
        outcome: outcomeSchema,
        reason: orNull(Type.String({ description: 'Why it was refused or failed' })),
        handledAt: orNull(instant),
        kind: orNull(kindSchema),
        job: orNull(Type.String()),
        key: orNull(Type.String()),
        subjectId: orNull(Type.String()),
        subjectName: orNull(Type.String({ description: 'Name of the subject, if it has one' })),
        state: orNull(stateSchema),
      }),
      { description: 'Pieces of its work, the oldest first' },
    ),
  },
  { $id: 'WorkBatchWithRows', description: 'A batch of work with what became of each piece' },
);
