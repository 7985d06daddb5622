import { Type } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import type { RefusalCode } from '../../domain/errors.ts';

/** Body of every error answer. */
export const problemSchema = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What is wrong and what to change' }),
    instance: Type.String(),
    code: Type.String({ description: 'Error code, one of a closed list' }),
    message: Type.String({ description: 'Same text as detail' }),
    requestId: Type.String(),
    violations: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String(),
          message: Type.String(),
          line: Type.Optional(Type.Integer({ description: 'Line of the member, for YAML bodies' })),
          column: Type.Optional(Type.Integer()),
        }),
        { description: 'Problems by member' },
      ),
    ),
  },
  { $id: 'Problem', description: 'An error (RFC 9457)', additionalProperties: true },
);

/** Body of the errors with these codes. */
export function problemWith(codes: readonly RefusalCode[]): TSchema {
  const code = Type.String({ enum: [...codes], description: 'Error code' });
  return Type.Intersect([problemSchema, Type.Object({ code })]);
}
