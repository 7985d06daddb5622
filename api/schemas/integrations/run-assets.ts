import { Type } from '@sinclair/typebox';
import { leftAloneReasons, runChanges } from '../../../domain/ingestion/run-changes.ts';
import { orNull } from '../nullable.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });
const instant = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-31T06:40:12.000Z'] });

/** The change of an asset by a run. */
export const runChange = (description: string) =>
  Type.Unsafe<(typeof runChanges)[number]>({ type: 'string', enum: [...runChanges], description });

/** The reason for which a run leaves an asset alone. */
export const leftAloneReason = (description: string) =>
  Type.Unsafe<keyof typeof leftAloneReasons>({
    type: 'string',
    enum: Object.keys(leftAloneReasons),
    description,
  });

const reasons =
  'fuse: the removal fuse kept it; in_use: a data product uses it; changed, gone, back: it was changed, removed or created again since; team_gone: its former owner no longer exists';

/** An asset that a run changed or left alone. */
export const runAssetSchema = Type.Object(
  {
    assetId: Type.String({ examples: ['warehouse:shop.public.orders'] }),
    assetName: Type.String({ description: 'Its name, also of a removed asset' }),
    change: runChange('What the run did, or would have done if it left the asset alone'),
    beforeRevision: orNull(
      Type.Integer({ description: 'Revision before the run; null if the asset did not exist' }),
    ),
    revision: orNull(
      Type.Integer({ description: 'Revision that the run wrote; null if it left the asset alone' }),
    ),
    leftAlone: orNull(leftAloneReason(`Why it was left alone; null if changed. ${reasons}`)),
    since: orNull(
      Type.Object(
        {
          revision: Type.Integer({ description: 'Its newest revision' }),
          principal: Type.String({ description: 'Who wrote it' }),
          principalName: orNull(Type.String({ description: 'Name of the principal' })),
          at: instant('When'),
        },
        { description: 'The last change after the run' },
      ),
    ),
    ports: Type.Array(
      Type.Object({
        dataProductId: Type.String(),
        dataProductName: Type.String(),
        outputPortId: orNull(Type.String({ description: 'null: the product as a whole' })),
        outputPortName: orNull(Type.String()),
      }),
      { description: 'Products and ports that use the asset' },
    ),
  },
  { $id: 'IngestionRunAsset', description: 'An asset that a run changed or left alone' },
);

/** What the undo of a run would do. */
export const undoPlanSchema = Type.Object(
  {
    ingestionRunId: Type.String({ format: 'uuid' }),
    integrationExternalId: Type.String(),
    total: count('Assets that the undo changes; send it as expectedCount'),
    assetsCreated: count('Assets removed by the run that are put back'),
    assetsUpdated: count('Assets changed by the run whose former version is put back'),
    assetsDeleted: count('Assets created by the run that are removed'),
    leftAlone: Type.Array(
      Type.Object({
        why: leftAloneReason(reasons),
        text: Type.String({ description: 'The reason for people' }),
        count: count('Number of assets'),
      }),
      { description: 'Assets that the undo leaves alone, by reason' },
    ),
    problem: orNull(Type.String({ description: 'Why the run cannot be undone; null if it can' })),
    mayUndo: Type.Boolean({ description: 'True if the caller has the permission' }),
    nextRunAt: orNull(
      instant(
        'When the schedule runs the integration again, which repeats what is still so on the platform',
      ),
    ),
  },
  { $id: 'IngestionUndoPlan', description: 'What the undo of a run would do' },
);

/** The body of an undo. */
export const undoRequestSchema = Type.Object(
  {
    expectedCount: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description: 'total of the plan; 409 if the undo would now change another number of assets',
      }),
    ),
  },
  {
    $id: 'IngestionUndoRequest',
    additionalProperties: false,
    description: 'What is known of the undo that is wanted',
  },
);
