import { Type } from '@sinclair/typebox';
import { orNull } from '../nullable.ts';

const textOf = (values: readonly string[]) =>
  Type.Unsafe<string>({ type: 'string', enum: [...values] });

/** The needs as pages show them. */
export const findingsSchema = Type.Array(
  Type.Object({
    severity: textOf(['critical', 'warning', 'notice']),
    code: Type.String({ description: 'Code of the need' }),
    text: Type.Array(
      Type.Object({
        text: Type.String(),
        isSubject: Type.Boolean({ description: 'True for the name of the subject' }),
      }),
      { description: 'The sentence in parts, to be shown one after another' },
    ),
    subject: Type.Object(
      {
        kind: textOf([
          'installation',
          'process',
          'work-kind',
          'work',
          'integration-run',
          'schedule',
          'notification',
          'webhook',
        ]),
        id: Type.String(),
        name: Type.String(),
        parentId: Type.Optional(
          Type.String({ description: 'Id of what it belongs to: the integration of a run' }),
        ),
      },
      { description: 'What it is about' },
    ),
    count: orNull(Type.Integer({ description: 'Number of what the sentence counts' })),
    since: orNull(Type.String({ format: 'date-time' })),
    advice: Type.String({ description: 'What helps, in one or two sentences' }),
    action: Type.Object({
      name: Type.String({ description: 'What helps, as a code for pages' }),
      method: orNull(textOf(['GET', 'POST'])),
      path: orNull(
        Type.String({ description: 'Request that does it, or shows more; null if there is none' }),
      ),
    }),
    workId: orNull(Type.String({ description: 'Newest or oldest example' })),
  }),
  { description: 'The same problems in parts, for pages; the most harmful first' },
);
