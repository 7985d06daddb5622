import { Type } from '@sinclair/typebox';

const verdict = Type.Union(
  ['passed', 'failed', 'warning', 'error', 'unknown'].map((value) => Type.Literal(value)),
);

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
    reason: Type.Optional(Type.String({ description: 'Why it did not pass' })),
    details: Type.Optional(Type.String()),
    dimension: Type.Optional(Type.String()),
    totalNumber: Type.Optional(Type.Integer()),
    failedNumber: Type.Optional(Type.Integer()),
    durationMs: Type.Optional(Type.Number()),
    diagnostics: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
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

/** A result without checks and logs, as lists show it. */
export const testResultHeadSchema = Type.Object(head, { $id: 'TestResultHead' });

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
    startedAt: optionalText,
    endedAt: optionalText,
    attempt: Type.Union([Type.Integer(), Type.Null()]),
    progress: Type.Union([
      Type.Object({ done: Type.Integer(), total: Type.Integer() }),
      Type.Null(),
    ]),
    error: optionalText,
    testResultId: optionalText,
  },
  { $id: 'TestRun' },
);
