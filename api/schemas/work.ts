import { Type } from '@sinclair/typebox';
import { principalNameSchema } from './principal-name.ts';
import { workKinds } from '../../domain/work/kinds.ts';
import { orNull } from './nullable.ts';
import { findingsSchema } from './ops/findings.ts';

const instant = Type.String({ format: 'date-time' });
export const kindSchema = Type.Unsafe<(typeof workKinds)[number]>({
  type: 'string',
  enum: [...workKinds],
});
export const stateSchema = Type.Unsafe<string>({
  type: 'string',
  enum: ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'],
});

const about = (description: string) => Type.Optional(Type.String({ description }));

/** Members of a filter of work besides the state. */
export const workFilterMembers = {
  kind: Type.Optional({ ...kindSchema, description: 'Only work of this kind' }),
  job: about('Job within its kind'),
  key: about('Key of the work, compared exactly'),
  subjectId: about('Subject of the work, e.g. the id of a data contract'),
  subject: about('Part of the key or of the id of the subject, case-insensitive'),
  error: about('Part of the last error, case-insensitive'),
  from: about('Requested at or after this time'),
  to: about('Requested before this time'),
};

const work = {
  id: Type.String(),
  kind: kindSchema,
  job: Type.String(),
  key: Type.String({
    description: 'Key of the work; at most one piece of work with the same kind and key waits',
  }),
  subjectId: orNull(Type.String({ description: 'Subject of the work' })),
  subjectName: orNull(Type.String({ description: 'Name of the subject, if it has one' })),
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

/** A piece of work with its history. */
export const workHistorySchema = Type.Object(
  {
    ...work,
    payload: Type.Unknown({
      description: 'What its job was given: ids and options, without secrets; null if it is large',
    }),
    payloadBytes: Type.Integer({ description: 'Size of the payload as JSON' }),
    attempts: Type.Array(
      Type.Object({
        attempt: Type.Integer({ description: 'Number of the attempt' }),
        outcome: Type.Unsafe<string>({
          type: 'string',
          enum: ['RUNNING', 'RETRIED', 'DONE', 'FAILED', 'CANCELLED'],
          description: 'RETRIED: it failed, and the next attempt followed or waits',
        }),
        error: orNull(Type.String({ description: 'Why it ended without success' })),
        startedAt: orNull(instant),
        endedAt: orNull(Type.String({ format: 'date-time', description: 'Null while it runs' })),
        seconds: orNull(Type.Number({ description: 'From its start to its end, or until now' })),
      }),
      { description: 'Newest first' },
    ),
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
        principalName: Type.Optional(principalNameSchema),
      }),
      { description: 'In chronological order' },
    ),
  },
  { $id: 'WorkHistory' },
);

/** Who paused a kind of work, when and why. */
const pausedSchema = Type.Object({
  at: Type.String({ format: 'date-time', description: 'Since when' }),
  reason: Type.String({ description: 'Why, in the words of the operator' }),
  by: orNull(Type.String({ description: 'Who; null for other organizations than the first' })),
  byName: principalNameSchema,
});

export const kindCounts = Type.Object(
  {
    kind: kindSchema,
    queued: Type.Integer(),
    running: Type.Integer(),
    done: Type.Integer({ description: 'Finished in the last 24 hours' }),
    failed: Type.Integer({ description: 'Failed in the last 14 days' }),
    failedLastDay: Type.Integer({ description: 'Failed in the last 24 hours' }),
    cancelled: Type.Integer({ description: 'Cancelled in the last 14 days' }),
    due: Type.Integer({ description: 'Queued and due' }),
    oldestDueAt: orNull(instant),
    oldestDueSeconds: Type.Number({
      description: 'Age of the oldest due work; 0 if nothing is due',
    }),
    expiredLeases: Type.Integer({ description: 'Running with an expired lease' }),
    retrying: Type.Integer({ description: 'Queued or running for another attempt' }),
    paused: Type.Union([pausedSchema, Type.Null()], {
      description: 'Not null while operators have paused the kind: what runs ends, nothing starts',
    }),
  },
  { $id: 'WorkCounts' },
);

const states = Type.Object(
  {
    QUEUED: Type.Integer(),
    RUNNING: Type.Integer(),
    DONE: Type.Integer(),
    FAILED: Type.Integer(),
    CANCELLED: Type.Integer(),
  },
  { description: 'Numbers of the work that matches the filter, whatever state it names' },
);

export const workListSchema = Type.Object(
  { kinds: Type.Array(kindCounts), states, work: Type.Array(workSchema) },
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
          { description: 'notice: the problem has resolved itself' },
        ),
        code: Type.String(),
        message: Type.String(),
        advice: Type.String(),
        since: Type.Optional(instant),
        kind: Type.Optional(kindSchema),
        workId: Type.Optional(Type.String()),
      }),
      { description: 'Problems that need a human, critical ones first' },
    ),
    findings: findingsSchema,
    lag: Type.Object({
      dispatchSeconds: Type.Number({
        description: 'Age of the oldest due work that has not been dispatched',
      }),
      oldestDueSeconds: Type.Number({
        description: 'Age of the oldest due work that has not started',
      }),
      feedSeconds: Type.Number({ description: 'Age of the oldest event that is not in the feed' }),
    }),
    processes: Type.Array(
      Type.Object({
        role: Type.String(),
        host: Type.String(),
        pid: Type.Integer(),
        kinds: Type.Array(kindSchema),
        version: Type.Union([Type.String(), Type.Null()], {
          description: 'Version of Concordat that it runs',
        }),
        commit: Type.Union([Type.String(), Type.Null()], {
          description: 'Commit of its build; null if it is not known',
        }),
        startedAt: instant,
        seenAt: instant,
        alive: Type.Boolean(),
      }),
    ),
  },
  { $id: 'OperationsOverview' },
);
