import { Type } from '@sinclair/typebox';

/** Body of every answer that is no success. */
export const problemSchema = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What is wrong and what to change' }),
    instance: Type.String(),
    code: Type.String({ description: 'One of a closed list' }),
    message: Type.String({ description: 'Same as detail' }),
    requestId: Type.String(),
    violations: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String(),
          message: Type.String(),
          line: Type.Optional(Type.Integer({ description: 'Of the member, in a body of YAML' })),
          column: Type.Optional(Type.Integer()),
        }),
        { description: 'What is wrong with which member' },
      ),
    ),
  },
  { $id: 'Problem', additionalProperties: true },
);
