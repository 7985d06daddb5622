import { Type } from '@sinclair/typebox';
import { principalNameSchema } from '../principal-name.ts';

/** One entry of the history of a document. */
export const revisionSchema = Type.Object({
  version: Type.Integer(),
  timestamp: Type.String(),
  principal: Type.String(),
  principalName: principalNameSchema,
  deleted: Type.Boolean({ description: 'True if this revision is the deletion' }),
});

const nullable = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(
  schema: T,
) => Type.Union([schema, Type.Null()]);

/** One entry of the trail of a resource. */
export const auditEntrySchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the event, the same as in the feed' }),
    at: Type.String(),
    type: Type.String({ description: 'Type of the event, without prefix' }),
    principal: Type.String({
      description: 'Author of the change: api-key:<id>, user:<id>, system',
    }),
    principalName: principalNameSchema,
    requestId: nullable(Type.String({ description: 'Id of the request that made the change' })),
    revision: nullable(Type.Integer({ description: 'Revision created by the change' })),
    public: Type.Boolean({ description: 'True if the event is in the feed' }),
    note: Type.Optional(
      Type.String({
        description: 'Note of the author about a decision',
        examples: ['Only until the spring.'],
      }),
    ),
    agent: Type.Optional(
      Type.String({
        description: 'Agent that acted for the author over MCP, as it calls itself',
        examples: ['Claude'],
      }),
    ),
  },
  { $id: 'AuditEntry' },
);
