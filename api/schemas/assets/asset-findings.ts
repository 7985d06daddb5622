import { Type } from '@sinclair/typebox';
import { lineageGraph } from '../documents/lineage.ts';

/** A difference between an asset of an output port and the contract of the port. */
export const driftSchema = Type.Object(
  {
    dataProductId: Type.String(),
    outputPortId: Type.String({ description: "The port's id, else its name" }),
    assetId: Type.String(),
    dataContractId: Type.String(),
    foundAt: Type.String({
      format: 'date-time',
      description: 'When the difference was first found',
    }),
    differences: Type.Array(
      Type.Object({
        kind: Type.Unsafe<string>({
          type: 'string',
          enum: [
            'asset_gone',
            'schema_missing',
            'column_missing',
            'column_added',
            'type_changed',
            'nullable',
          ],
        }),
        field: Type.Optional(Type.String({ description: 'Affected column, if any' })),
        expected: Type.Optional(Type.String({ description: 'Value in the contract' })),
        actual: Type.Optional(Type.String({ description: 'Value on the platform' })),
      }),
    ),
  },
  { $id: 'AssetDrift' },
);

const ends = (description: string) =>
  Type.Array(
    Type.Object({
      assetId: Type.String(),
      name: Type.Union([Type.String(), Type.Null()], {
        description: 'null if the asset is not in the catalog',
      }),
    }),
    { description },
  );

/** Direct upstream and downstream assets in the lineage, and with `depth` a graph. */
export const lineageSchema = Type.Object(
  {
    upstream: ends('Assets that this asset is derived from'),
    downstream: ends('Assets derived from this asset'),
    ...Type.Partial(Type.Object(lineageGraph)).properties,
  },
  { $id: 'AssetLineage' },
);
