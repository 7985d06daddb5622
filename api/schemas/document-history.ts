import { Type } from '@sinclair/typebox';

/** One entry of the history of a document. */
export const revisionSchema = Type.Object({
  version: Type.Integer(),
  timestamp: Type.String(),
  principal: Type.String(),
  deleted: Type.Boolean({ description: 'Whether this marks the deletion' }),
});

const nullable = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(
  schema: T,
) => Type.Union([schema, Type.Null()]);

/** One entry of the trail of a resource. */
export const auditEntrySchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the event, in the feed the same' }),
    at: Type.String(),
    type: Type.String({ description: 'Type of the event, without prefix' }),
    principal: Type.String({ description: 'Who did it: api-key:<id>, user:<id>, system' }),
    requestId: nullable(Type.String({ description: 'Request that did it' })),
    revision: nullable(Type.Integer({ description: 'Revision that it made' })),
    public: Type.Boolean({ description: 'Whether it is in the feed' }),
  },
  { $id: 'AuditEntry' },
);
