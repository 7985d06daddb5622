import { Type } from '@sinclair/typebox';
import type { WorkKind } from '../../../domain/work/kinds.ts';
import { kindCounts, kindSchema } from '../work.ts';

const maxReason = 500;

/** Why a kind of work is paused. */
export const pauseSchema = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxReason,
        pattern: '\\S',
        'x-must-be': 'more than blanks',
        description: 'Why, for the other operators',
        examples: ['The mail server is being replaced.'],
      }),
    ),
  },
  { $id: 'KindPause', description: 'Why a kind of work is paused' },
);

/** A kind of work with its numbers. */
export const kindStateSchema = Type.Object(
  {
    ...kindCounts.properties,
    workers: Type.Integer({ description: 'Living workers that do this kind' }),
    may: Type.Object({
      pause: Type.Boolean({ description: 'Whether the caller may pause and resume it' }),
    }),
  },
  { $id: 'WorkKindState', description: 'A kind of work with its numbers' },
);

export const kindParams = Type.Object({
  kind: Type.Unsafe<WorkKind>({ ...kindSchema, description: 'Kind of work' }),
});
