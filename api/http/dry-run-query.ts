import { Type } from '@sinclair/typebox';

/** Query parameter of routes with a dry run. */
export const dryRunQuery = {
  dryRun: Type.Optional(
    Type.Boolean({
      description: 'Runs the request, returns the events it would record, and rolls it back',
    }),
  ),
};

/** Answer to `?dryRun=true`. */
export const effectsSchema = Type.Object(
  {
    effects: Type.Array(
      Type.Object({
        type: Type.String({ description: 'Event type, as in the feed' }),
        subject: Type.String({ description: 'Id of the resource that would change' }),
        subjectKind: Type.String(),
        revision: Type.Union([Type.Integer(), Type.Null()]),
        time: Type.String(),
        principal: Type.String(),
        public: Type.Boolean({ description: 'True if the event would appear in the feed' }),
        data: Type.Unknown({ description: 'Payload of the event' }),
      }),
    ),
  },
  { $id: 'Effects' },
);
