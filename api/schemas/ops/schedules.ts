import { Type } from '@sinclair/typebox';
import { orNull } from '../nullable.ts';
import { kindSchema } from '../work.ts';

const instant = Type.String({ format: 'date-time' });

/** A schedule with its firings. */
export const scheduleSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'Name of its subject, or of what it does' }),
    owner: Type.Unsafe<string>({ type: 'string', enum: ['organization', 'installation'] }),
    kind: kindSchema,
    job: Type.String({ description: 'Job within the kind' }),
    key: Type.String({ description: 'Key of the work that it requests' }),
    subject: orNull(
      Type.Object({
        kind: Type.Unsafe<string>({ type: 'string', enum: ['integration', 'data-contract'] }),
        id: Type.String(),
        name: Type.String(),
      }),
    ),
    cron: Type.String({ description: 'CRON expression with five fields' }),
    timezone: Type.String({ description: 'IANA time zone of the expression' }),
    enabled: Type.Boolean(),
    nextDueAt: orNull(
      Type.String({ format: 'date-time', description: 'Next time; null if it never fires again' }),
    ),
    next: Type.Array(instant, { description: 'The next five times; empty while it is disabled' }),
    lastFiredAt: orNull(Type.String({ format: 'date-time', description: 'Time that fired last' })),
    lastSkippedAt: orNull(
      Type.String({
        format: 'date-time',
        description: 'Time that was skipped last, because the work of an earlier one ran',
      }),
    ),
    overdue: Type.Boolean({ description: 'True if it should have fired a minute ago or earlier' }),
    paused: Type.Boolean({ description: 'True while its kind of work is paused' }),
  },
  { $id: 'Schedule', description: 'A schedule of the installation, an integration or tests' },
);

export const previewRequestSchema = Type.Object(
  {
    expression: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'CRON expression with five fields',
      examples: ['0 6 * * 1-5'],
    }),
    timezone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'IANA time zone of the expression; without it UTC',
        examples: ['Europe/Berlin'],
      }),
    ),
  },
  { $id: 'SchedulePreviewRequest', description: 'A schedule to be tried' },
);

export const previewSchema = Type.Object(
  {
    expression: Type.String(),
    timezone: Type.String(),
    next: Type.Array(instant, {
      description: 'The next five times; fewer if it is due less often until the year 9999',
    }),
  },
  { $id: 'SchedulePreview', description: 'When a schedule would fire' },
);
