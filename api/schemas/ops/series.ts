import { Type } from '@sinclair/typebox';
import { kindSchema } from '../work.ts';

const numbers = (description: string) =>
  Type.Array(Type.Union([Type.Number(), Type.Null()]), { description });

const ofWork = {
  waiting: numbers('Due work that waits: the highest number of the step'),
  running: numbers('Running work: the highest number of the step'),
  oldestSeconds: numbers('Age of the oldest due work: the highest of the step'),
  startLagSeconds: numbers(
    'Mean time from due to start, of work that started; null also if none did',
  ),
  done: numbers('Work done within the step'),
  failed: numbers('Work that failed for good within the step'),
};

/** Numbers of operations over time, column by column. */
export const seriesSchema = Type.Object(
  {
    from: Type.String({ format: 'date-time', description: 'Begin of the first step' }),
    to: Type.String({ format: 'date-time', description: 'End of the last step, which may go on' }),
    stepSeconds: Type.Integer({ description: 'Length of a step' }),
    at: Type.Array(Type.String({ format: 'date-time' }), {
      description:
        'Begin of each step; every other list has one entry for each, null where no clock ran',
    }),
    installation: Type.Object(
      {
        ...ofWork,
        feedLagSeconds: numbers('Age of the oldest event that was not in the feed'),
        webhookFailures: numbers('Deliveries to webhooks whose last attempt failed'),
        webhookWaiting: numbers('Events that waited for delivery to webhooks'),
        mailFailures: numbers('Mails and chat messages that failed for good'),
        databaseBytes: numbers('Size of the database'),
      },
      { description: 'All kinds of work together, and what belongs to none' },
    ),
    kinds: Type.Array(Type.Object({ kind: kindSchema, ...ofWork }), {
      description: 'Each kind of work',
    }),
  },
  { $id: 'OperationsSeries', description: 'Numbers of the installation and its work over time' },
);
