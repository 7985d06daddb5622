import { Type } from '@sinclair/typebox';

export const cloudEventSchema = Type.Object(
  {
    specversion: Type.Literal('1.0'),
    id: Type.String(),
    type: Type.String({ description: 'Read what stands behind the last dot' }),
    source: Type.String(),
    subject: Type.String({ description: 'Id of what changed' }),
    time: Type.String(),
    datacontenttype: Type.Literal('application/json'),
    dataschema: Type.String(),
    principal: Type.String({ description: 'Who did it: api-key:<id>, user:<id>, system' }),
    data: Type.Object(
      { id: Type.String(), timestamp: Type.String() },
      { additionalProperties: true },
    ),
  },
  { $id: 'CloudEvent' },
);
