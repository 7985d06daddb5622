import { Type } from '@sinclair/typebox';

const text = Type.Union([Type.String(), Type.Null()]);

const lastRunSchema = Type.Object({
  id: Type.String(),
  endedAt: Type.String(),
  result: Type.Union([Type.String(), Type.Null()], {
    description: 'null if the run was cancelled or its results were deleted',
  }),
  testResultId: text,
});

/** The schedule and state of a contract's tests. */
export const testScheduleSchema = Type.Object(
  {
    source: Type.Union(
      ['contract', 'organization', 'none'].map((value) => Type.Literal(value)),
      { description: 'Origin of the schedule' },
    ),
    cron: Type.Union([Type.String(), Type.Null()], {
      description: 'null if the contract has no schedule',
    }),
    timezone: text,
    problem: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the contract cannot be tested',
    }),
    nextDueAt: text,
    servers: Type.Array(
      Type.Object({
        server: Type.String({
          description: 'Server of the contract; empty for the whole contract',
        }),
        failing: Type.Union([Type.Boolean(), Type.Null()], {
          description: 'True if the last scheduled test failed; null before the first test',
        }),
        since: text,
        testRunId: Type.Union([Type.String(), Type.Null()], {
          description:
            'Run that last changed this state, i.e. with which tests began or stopped failing',
        }),
        skippedAt: Type.Union([Type.String(), Type.Null()], {
          description: 'Due time that was skipped, if no test has started since',
        }),
        skippedReason: text,
        lastRun: Type.Union([lastRunSchema, Type.Null()], {
          description: 'The last finished scheduled run; null before the first run',
        }),
      }),
    ),
  },
  { $id: 'TestSchedule' },
);
