import { Type } from '@sinclair/typebox';
import { orNull } from '../nullable.ts';

export const mailTestRequestSchema = Type.Object(
  {
    to: Type.String({
      minLength: 3,
      maxLength: 254,
      description: 'Address that gets the mail',
      examples: ['ada@example.com'],
    }),
  },
  { $id: 'MailTestRequest', description: 'A test of the mail server' },
);

export const mailTestSchema = Type.Object(
  {
    workId: Type.String({ description: 'Its background work' }),
    to: Type.String(),
    outcome: Type.Unsafe<string>({
      type: 'string',
      enum: ['sent', 'refused', 'failed', 'not-configured', 'waiting'],
      description:
        'sent: the server took the mail; refused: it refused this mail; failed: it was not reached, or refused the login or the sender; not-configured: the worker has no SMTP_URL',
    }),
    answer: orNull(Type.String({ description: 'What the mail server answered, or the error' })),
    seconds: orNull(Type.Number({ description: 'How long it took' })),
    hint: Type.Optional(Type.String({ description: 'What the mail waits for' })),
  },
  { $id: 'MailTest', description: 'What became of a test mail' },
);
