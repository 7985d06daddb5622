import { Type } from '@sinclair/typebox';

const text = Type.Union([Type.String(), Type.Null()]);

const lastRunSchema = Type.Object({
  id: Type.String(),
  endedAt: Type.String(),
  result: Type.Union([Type.String(), Type.Null()], {
    description: 'null when the run was cancelled, or its results were deleted',
  }),
  testResultId: text,
});

/** When a contract is tested by itself. */
export const testScheduleSchema = Type.Object(
  {
    source: Type.Union(
      ['contract', 'organization', 'none'].map((value) => Type.Literal(value)),
      { description: 'Who says when' },
    ),
    cron: Type.Union([Type.String(), Type.Null()], {
      description: 'null when the contract is not tested by itself',
    }),
    timezone: text,
    problem: Type.Union([Type.String(), Type.Null()], { description: 'Why it cannot be' }),
    nextDueAt: text,
    servers: Type.Array(
      Type.Object({
        server: Type.String({ description: 'Empty for the contract as a whole' }),
        failing: Type.Union([Type.Boolean(), Type.Null()], {
          description: 'Whether the last scheduled test failed; null before the first',
        }),
        since: text,
        testRunId: Type.Union([Type.String(), Type.Null()], {
          description: 'Run with which that began, i.e. with which it last began or ceased to fail',
        }),
        skippedAt: Type.Union([Type.String(), Type.Null()], {
          description: 'Due time that was passed over, when no test was begun since',
        }),
        skippedReason: text,
        lastRun: Type.Union([lastRunSchema, Type.Null()], {
          description: 'The last scheduled run that has ended; null before the first',
        }),
      }),
    ),
  },
  { $id: 'TestSchedule' },
);
