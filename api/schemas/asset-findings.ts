import { Type } from '@sinclair/typebox';

/** Where an asset of an output port is not as the contract of the port says. */
export const driftSchema = Type.Object(
  {
    dataProductId: Type.String(),
    outputPortId: Type.String({ description: "The port's id, else its name" }),
    assetId: Type.String(),
    dataContractId: Type.String(),
    foundAt: Type.String({ format: 'date-time', description: 'When it was first so' }),
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
        field: Type.Optional(Type.String({ description: 'Column, where it is about one' })),
        expected: Type.Optional(Type.String({ description: 'What the contract says' })),
        actual: Type.Optional(Type.String({ description: 'What the platform says' })),
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
        description: 'null while it is not in the catalog',
      }),
    }),
    { description },
  );

/** The neighbours of an asset in the lineage. */
export const lineageSchema = Type.Object(
  { upstream: ends('What it is made of'), downstream: ends('What is made of it') },
  { $id: 'AssetLineage' },
);
