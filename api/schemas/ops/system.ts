import { Type } from '@sinclair/typebox';
import { orNull } from '../nullable.ts';

const instant = Type.String({ format: 'date-time' });
const steps = (description: string) => Type.Array(Type.String(), { description });

/** The installation: what runs, how it is, and how old its backup is. */
export const systemSchema = Type.Object(
  {
    version: Type.String({ description: 'Version of Concordat' }),
    commit: orNull(Type.String({ description: 'Commit of the build; null if it is not known' })),
    node: Type.String({ description: 'Version of Node.js of this API' }),
    publicUrl: Type.String(),
    now: Type.String({ format: 'date-time', description: 'Time of Postgres' }),
    migrations: Type.Object({
      applied: Type.Integer({ description: 'Number of applied steps of the schema' }),
      newest: orNull(Type.String({ description: 'Last applied step' })),
      pending: steps('Steps of this build that are not applied'),
      unknown: steps('Applied steps that this build does not know'),
    }),
    database: Type.Object({
      version: Type.String({ description: 'Version of Postgres' }),
      bytes: Type.Integer({ description: 'Size of the database' }),
    }),
    checks: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the check, as npm run doctor has it' }),
        state: Type.Unsafe<string>({
          type: 'string',
          enum: ['ok', 'warning', 'failed', 'skipped'],
        }),
        found: Type.String(),
        advice: orNull(Type.String()),
      }),
      { description: 'Checks that the API makes itself; npm run doctor makes more' },
    ),
    backup: orNull(
      Type.Object(
        {
          at: instant,
          ageSeconds: Type.Number(),
          bytes: Type.Integer({ description: 'Size of the file' }),
          attachments: Type.Integer({ description: 'Files of attachments in it' }),
          missing: Type.Integer({ description: 'Attachments that could not be read' }),
        },
        { description: 'The newest backup of npm run backup; null if none is known' },
      ),
    ),
    storage: Type.Object(
      {
        kind: orNull(Type.Unsafe<string>({ type: 'string', enum: ['folder', 's3'] })),
        place: orNull(Type.String({ description: 'Folder or bucket' })),
        files: Type.Integer(),
        bytes: Type.Integer(),
        quotaMb: Type.Integer({ description: 'Limit of each contact' }),
      },
      { description: 'Storage of attachments' },
    ),
    mail: Type.Object({
      configured: Type.Boolean({ description: 'Whether the API has SMTP_URL; workers need it' }),
      server: orNull(Type.String({ description: 'Mail server without user and password' })),
      from: orNull(Type.String({ description: 'Sender of mails' })),
      waiting: Type.Integer({ description: 'Mails and chat messages that wait' }),
      failedLastDay: Type.Integer({ description: 'Mails and chat messages that failed for good' }),
      lastSentAt: orNull(instant),
    }),
    may: Type.Object({
      testMail: Type.Boolean({ description: 'Whether the caller may send a test mail' }),
    }),
  },
  { $id: 'System', description: 'The installation, its parts and their state' },
);
