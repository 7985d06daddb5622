import { Type } from '@sinclair/typebox';
import { path } from '../catalog-reader.ts';
import { defineTool } from '../tool.ts';

const pageSize = 25;

/** The longest page of the API: of more concepts an agent only learns that there are more. */
const maxCounted = 1_000;

const find = defineTool({
  name: 'find_concepts',
  title: 'Find concepts of the ontologies',
  description:
    'Finds concepts by words of their name, id or description: the business terms of the organization, to which fields of data contracts link.',
  effect: 'reads',
  input: Type.Object({
    query: Type.Optional(Type.String({ maxLength: 500, description: 'Words' })),
    namespace: Type.Optional(Type.String({ description: 'Only concepts of this namespace' })),
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000, description: 'From 0' })),
  }),
  run: async ({ query, namespace, page = 0 }, { get }) => {
    const ofPage = (p: number, size: number): Promise<unknown[]> =>
      get('/api/semantics/concepts', { query, namespace, p, size });
    const found = await ofPage(page, pageSize);
    if (page === 0 || found.length > 0) return found;
    const first = await ofPage(0, maxCounted);
    const count = first.length < maxCounted ? first.length : `at least ${maxCounted}`;
    return `There is nothing further on page ${page}: ${count} concepts match, ${pageSize} on each page from 0.`;
  },
});

const read = defineTool({
  name: 'get_concept',
  title: 'Read a concept, and what uses it',
  description:
    'Reads a concept of an ontology: its definition, its relationships to other concepts, and the fields of data contracts and the data products that link to it.',
  effect: 'reads',
  input: Type.Object({
    namespace: Type.String({ minLength: 1, description: 'Namespace, from find_concepts' }),
    conceptId: Type.String({ minLength: 1, description: 'Id of the concept in its namespace' }),
  }),
  run: async ({ namespace, conceptId }, { get }) => {
    const of = path`/api/semantics/concepts/${namespace}/${conceptId}`;
    const uses = path`/api/semantics/experimental/namespaces/${namespace}/concepts/${conceptId}/usages`;
    const [concept, neighbours, usages] = await Promise.all([
      get(of),
      get(`${of}/neighbours`),
      get(uses, { size: 50 }),
    ]);
    return { concept, neighbours, usages };
  },
});

/** Tools that read ontologies. */
export const conceptTools = [find, read];
