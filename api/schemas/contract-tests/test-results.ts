import { Type } from '@sinclair/typebox';
import { recordOf } from '../../../domain/validation/record-of.ts';

/** Results of tests and checks. */
export const verdicts: readonly string[] = ['passed', 'failed', 'warning', 'error', 'unknown'];

const verdict = Type.Union(verdicts.map((value) => Type.Literal(value)));

const testCheckSchema = Type.Object(
  {
    key: Type.Optional(Type.String()),
    category: Type.Optional(Type.String()),
    type: Type.String({ description: 'For example field_required' }),
    name: Type.String(),
    model: Type.Optional(Type.String({ description: 'Table, file or topic' })),
    field: Type.Optional(Type.String()),
    engine: Type.String(),
    result: verdict,
    reason: Type.Optional(Type.String({ description: 'Why the check did not pass' })),
    details: Type.Optional(Type.String()),
    dimension: Type.Optional(
      Type.String({
        description:
          'Data quality dimension, e.g. completeness; the dimension of the rule takes precedence',
      }),
    ),
    qualityReference: Type.Optional(
      Type.String({ description: 'Id, else name, of the quality rule' }),
    ),
    tags: Type.Optional(Type.Array(Type.String())),
    totalNumber: Type.Optional(Type.Number({ description: 'Number of rows checked' })),
    failedNumber: Type.Optional(
      Type.Number({ description: 'Number of rows that violate the rule' }),
    ),
    failedSamples: Type.Optional(
      Type.Array(Type.Unknown(), {
        description:
          'Up to five rows that violate the rule, sensitive values masked; kept for 30 days',
      }),
    ),
    durationMs: Type.Optional(Type.Number()),
    diagnostics: Type.Optional(recordOf(Type.Unknown())),
  },
  { $id: 'TestCheck' },
);

const head = {
  id: Type.String(),
  dataContractId: Type.String(),
  dataContractVersion: Type.String(),
  server: Type.Union([Type.String(), Type.Null()]),
  timestampStart: Type.String(),
  timestampEnd: Type.String(),
  result: verdict,
};

/** A result without checks and logs, for lists. */
export const testResultHeadSchema = Type.Object(
  {
    ...head,
    checkCount: Type.Integer({ description: 'Number of checks' }),
    failedChecks: Type.Integer({ description: 'Number of checks with the result failed or error' }),
  },
  { $id: 'TestResultHead' },
);

const count = Type.Integer();

/** The tests of a contract on one day. */
export const testTrendDaySchema = Type.Object(
  {
    date: Type.String({ description: 'UTC day on which the tests started' }),
    runs: count,
    result: Type.Unsafe<string>({ ...verdict, description: 'Worst result of the day' }),
    passed: count,
    warning: count,
    failed: count,
    error: count,
    unknown: count,
    checks: Type.Integer({ description: 'Number of checks of all runs' }),
    failedChecks: Type.Integer({ description: 'Number of checks with the result failed or error' }),
    durationMs: Type.Number({ description: 'Median duration of the runs' }),
  },
  { $id: 'TestTrendDay' },
);

export const testResultsSchema = Type.Object(
  {
    ...head,
    checks: Type.Array(testCheckSchema),
    logs: Type.Array(
      Type.Object({ level: Type.String(), message: Type.String(), timestamp: Type.String() }),
    ),
  },
  { $id: 'TestResults' },
);

const optionalText = Type.Union([Type.String(), Type.Null()]);

export const testRunSchema = Type.Object(
  {
    id: Type.String(),
    dataContractId: Type.String(),
    dataContractVersion: Type.String(),
    server: Type.String(),
    state: Type.Union(
      ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'].map((value) => Type.Literal(value)),
    ),
    requestedAt: Type.String(),
    requestedBy: Type.String(),
    requestedByName: Type.Union([Type.String(), Type.Null()], {
      description:
        'Name of the person or key that requested the run; null if it is unknown or deleted',
      examples: ['Noor Hakvoort'],
    }),
    trigger: Type.Union([Type.Literal('request'), Type.Literal('schedule')]),
    startedAt: optionalText,
    endedAt: optionalText,
    attempt: Type.Union([Type.Integer(), Type.Null()]),
    progress: Type.Union(
      [
        Type.Object({
          done: Type.Integer(),
          total: Type.Integer(),
          table: Type.Optional(Type.String()),
        }),
        Type.Null(),
      ],
      { description: 'Number of finished checks, their total, and the table being tested' },
    ),
    error: optionalText,
    testResultId: optionalText,
    hint: Type.Optional(
      Type.String({ description: 'Only in the answer to POST …/test: why the run has not begun' }),
    ),
  },
  { $id: 'TestRun' },
);
