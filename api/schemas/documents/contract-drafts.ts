import { Type } from '@sinclair/typebox';

const maxTables = 50;
const artifact = (description: string) =>
  Type.Object({}, { additionalProperties: true, description });

const dbtSchema = Type.Object(
  {
    manifest: artifact(
      'target/manifest.json of the project, version 9 or newer; `raw_code`, macros and nodes that are not needed may be left out',
    ),
    catalog: Type.Optional(artifact('target/catalog.json, which has the types of all columns')),
    nodes: Type.Array(Type.String({ examples: ['model.shop.orders'] }), {
      minItems: 1,
      maxItems: maxTables,
      uniqueItems: true,
      description: 'Unique ids of models, snapshots, seeds and sources, one for each table',
    }),
  },
  { additionalProperties: false, description: 'Tables of a dbt project' },
);

export const draftRequestSchema = Type.Object(
  {
    ownerId: Type.String({ examples: ['checkout'], description: 'The owning team' }),
    id: Type.String({ examples: ['web-orders'], description: 'Id of the contract' }),
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        examples: ['Web orders'],
        description: 'Name of the contract; the name of its first table when left out',
      }),
    ),
    assetIds: Type.Optional(
      Type.Array(Type.String({ examples: ['warehouse:shop.public.orders'] }), {
        minItems: 1,
        maxItems: maxTables,
        uniqueItems: true,
        description: 'Assets of integrations, one for each table',
      }),
    ),
    dbt: Type.Optional(dbtSchema),
  },
  {
    $id: 'ContractDraftRequest',
    additionalProperties: false,
    description: 'What a contract is drafted from: either `assetIds` or `dbt`',
  },
);

export const draftSchema = Type.Object(
  {
    yaml: Type.String({
      examples: ['apiVersion: v3.1.0\nkind: DataContract\nid: web-orders\n'],
      description: 'The ODCS contract; nothing is stored before it is put',
    }),
    notes: Type.Array(
      Type.String({
        examples: [
          'The contract has no server yet: add the one that has these tables, so that it can be tested.',
        ],
      }),
      { description: 'What the author should know or add' },
    ),
  },
  { $id: 'ContractDraft' },
);
