import { Type } from '@sinclair/typebox';
import { workKinds } from '../../domain/work-kinds.ts';
import { orNull } from './nullable.ts';

const instant = Type.String({ format: 'date-time' });
export const kindSchema = Type.Unsafe<(typeof workKinds)[number]>({
  type: 'string',
  enum: [...workKinds],
});
export const stateSchema = Type.Unsafe<string>({
  type: 'string',
  enum: ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'],
});

const work = {
  id: Type.String(),
  kind: kindSchema,
  job: Type.String(),
  key: Type.String({ description: 'At most one piece of work of a kind and key waits' }),
  subjectId: orNull(Type.String({ description: 'What the work is about' })),
  owner: Type.Union([Type.Literal('organization'), Type.Literal('installation')]),
  state: stateSchema,
  attempt: Type.Integer({ description: 'Number of the current or next attempt' }),
  maxAttempts: Type.Union([Type.Integer(), Type.Null()]),
  createdAt: instant,
  availableAt: Type.String({ format: 'date-time', description: 'Not before' }),
  dispatchedAt: orNull(instant),
  startedAt: orNull(instant),
  leaseUntil: orNull(instant),
  deadlineAt: orNull(instant),
  cancelRequestedAt: orNull(instant),
  finishedAt: orNull(instant),
  lastError: orNull(Type.String()),
  progress: Type.Unknown(),
};

export const workSchema = Type.Object(work, { $id: 'Work' });

/** A piece of work with what happened to it. */
export const workHistorySchema = Type.Object(
  {
    ...work,
    history: Type.Array(
      Type.Object({
        at: instant,
        what: Type.String({
          description:
            'requested, dispatched, started, attempt retried, attempt failed, attempt cancelled, retry requested, cancel requested, done, failed or cancelled',
        }),
        attempt: Type.Optional(Type.Integer()),
        startedAt: Type.Optional(orNull(instant)),
        error: Type.Optional(orNull(Type.String())),
        principal: Type.Optional(Type.String()),
      }),
      { description: 'In the order of time' },
    ),
  },
  { $id: 'WorkHistory' },
);

const kindCounts = Type.Object(
  {
    kind: kindSchema,
    queued: Type.Integer(),
    running: Type.Integer(),
    done: Type.Integer({ description: 'In the last 24 hours' }),
    failed: Type.Integer({ description: 'As far as they are kept: 14 days' }),
    cancelled: Type.Integer({ description: 'As far as they are kept: 14 days' }),
    due: Type.Integer({ description: 'Queued, and their time has come' }),
    oldestDueAt: orNull(instant),
    oldestDueSeconds: Type.Number({ description: '0 when nothing is due' }),
    expiredLeases: Type.Integer({ description: 'Running under a lease that has run out' }),
    retrying: Type.Integer({ description: 'Queued or running, and not for the first time' }),
  },
  { $id: 'WorkCounts' },
);

export const workListSchema = Type.Object(
  { kinds: Type.Array(kindCounts), work: Type.Array(workSchema) },
  { $id: 'WorkList' },
);

export const overviewSchema = Type.Object(
  {
    status: Type.Union(['ok', 'warning', 'critical'].map((value) => Type.Literal(value))),
    checkedAt: instant,
    needs: Type.Array(
      Type.Object({
        severity: Type.Union(
          ['critical', 'warning', 'notice'].map((value) => Type.Literal(value)),
          { description: 'notice: it has healed by itself' },
        ),
        code: Type.String(),
        message: Type.String(),
        advice: Type.String(),
        since: Type.Optional(instant),
        kind: Type.Optional(kindSchema),
        workId: Type.Optional(Type.String()),
      }),
      { description: 'What needs a human, the critical first' },
    ),
    lag: Type.Object({
      dispatchSeconds: Type.Number({
        description: 'Age of the oldest due work that no queue knows',
      }),
      oldestDueSeconds: Type.Number({
        description: 'Age of the oldest due work that nobody has begun',
      }),
      feedSeconds: Type.Number({ description: 'Age of the oldest event that is not in the feed' }),
    }),
    processes: Type.Array(
      Type.Object({
        role: Type.String(),
        host: Type.String(),
        pid: Type.Integer(),
        kinds: Type.Array(kindSchema),
        startedAt: instant,
        seenAt: instant,
        alive: Type.Boolean(),
      }),
    ),
  },
  { $id: 'OperationsOverview' },
);
