import { Type } from '@sinclair/typebox';

/** Query parameter of routes that can be rehearsed. */
export const dryRunQuery = {
  dryRun: Type.Optional(
    Type.Boolean({ description: 'Does everything, answers what would be recorded, and undoes it' }),
  ),
};

/** Answer to `?dryRun=true`. */
export const effectsSchema = Type.Object(
  {
    effects: Type.Array(
      Type.Object({
        type: Type.String({ description: 'As in the feed' }),
        subject: Type.String({ description: 'Id of what would change' }),
        subjectKind: Type.String(),
        revision: Type.Union([Type.Integer(), Type.Null()]),
        time: Type.String(),
        principal: Type.String(),
        public: Type.Boolean({ description: 'Whether it would be in the feed' }),
        data: Type.Unknown({ description: 'Payload of the event' }),
      }),
    ),
  },
  { $id: 'Effects' },
);
