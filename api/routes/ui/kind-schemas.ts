import { Type } from '@sinclair/typebox';
import { refuse } from '../../../domain/errors.ts';
import { documentKinds } from '../../../domain/kinds/index.ts';
import { defineRoute } from '../../route.ts';

/** The schemas of Concordat's own kinds, by which the editors of the web UI complete keys and values. */
export const kindSchemaRoute = defineRoute({
  method: 'GET',
  path: '/ui/schemas/:collection',
  name: 'getKindSchema',
  refuses: ['not_found'],
  summary: 'Get the JSON Schema of a kind of documents, for the completion of editors',
  tag: 'web ui',
  access: 'session',
  params: Type.Object({
    collection: Type.String({ description: 'Collection of the kind, e.g. definitions' }),
  }),
  answers: {
    200: {
      description: 'A JSON Schema (draft 2020-12)',
      schema: Type.Object({}, { additionalProperties: true }),
      contentType: 'application/schema+json',
    },
  },
  handle: ({ params: { collection } }) => {
    const schema = documentKinds.find((kind) => kind.collection === collection)?.schema;
    if (schema === undefined) {
      return refuse('not_found', `'${collection}' has no schema here.`);
    }
    const text = JSON.stringify(schema);
    return Promise.resolve({ status: 200, text, contentType: 'application/schema+json' });
  },
});
