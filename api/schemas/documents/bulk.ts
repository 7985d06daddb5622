import { Type } from '@sinclair/typebox';
import { documentKinds } from '../../../domain/kinds/index.ts';

const collections = documentKinds.map(({ collection }) => collection);
const resource = Type.String({ enum: collections, description: collections.join(', ') });

/** One document of an import or export: a line of NDJSON, or a document of a YAML stream. */
export const importRecordSchema = Type.Object(
  {
    resource,
    id: Type.String(),
    document: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: 'The document, as for PUT of the resource' },
      ),
    ),
    json: Type.Optional(
      Type.String({ description: 'The exact text of the document when it has several lines' }),
    ),
    yaml: Type.Optional(
      Type.String({ description: 'The YAML text of the document when it was sent as YAML' }),
    ),
  },
  {
    $id: 'ImportRecord',
    description:
      'One document, of at most 5 MB; the stream has any number of them, one per line as NDJSON or as a YAML stream of several documents. At least one of document, json and yaml is present; they have the same content. Data contracts and data products may be sent without the envelope, because they declare their kind themselves. Documents sent together are stored in the order of their references: teams before what they own, parents before children.',
  },
);

const error = Type.Object(
  { code: Type.String(), message: Type.String() },
  { additionalProperties: true },
);

/** One line of the answer to an import. */
export const importResultSchema = Type.Object(
  {
    line: Type.Optional(Type.Integer({ description: 'Line where the document begins, from 1' })),
    resource: Type.Optional(Type.String()),
    id: Type.Optional(Type.String()),
    status: Type.Optional(Type.String({ enum: ['created', 'updated', 'unchanged', 'failed'] })),
    change: Type.Optional(Type.String({ description: 'As X-Contract-Change of a PUT' })),
    warning: Type.Optional(Type.String({ description: 'As X-Catalog-Warnings of a PUT' })),
    error: Type.Optional(error),
    summary: Type.Optional(
      Type.Object({
        documents: Type.Integer(),
        created: Type.Integer(),
        updated: Type.Integer(),
        unchanged: Type.Integer(),
        failed: Type.Integer(),
        continuedBehind: Type.Optional(
          Type.Integer({
            description:
              'Number of documents stored by earlier requests with the same Idempotency-Key',
          }),
        ),
      }),
    ),
  },
  { $id: 'ImportResult' },
);

/** Query parameter of writes of contracts. */
export const ownerTeamQuery = {
  ownerTeamId: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Team that owns contracts that name no existing team: it is written into their texts, comments kept, and X-Catalog-Warnings says so. Default for keys of a team: that team',
    }),
  ),
};

/** Query parameter of a PUT whose author has told consumers about the change. */
export const informedTeamQuery = {
  informedTeamId: Type.Optional(
    Type.Array(Type.String({ maxLength: 256 }), {
      maxItems: 200,
      description:
        'Consuming teams that were told about the change before; may be repeated. The audit trail of the document keeps them',
    }),
  ),
};
