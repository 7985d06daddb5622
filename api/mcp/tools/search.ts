import { Type } from '@sinclair/typebox';
import { shorten } from '../bounded-text.ts';
import { defineTool, oneOf } from '../tool.ts';

const types = {
  data_product: 'DATA_PRODUCT',
  data_contract: 'DATA_CONTRACT',
  concept: 'SEMANTIC_CONCEPT',
  asset: 'DATA_ASSET',
  definition: 'DEFINITION',
  team: 'TEAM',
} as const;
type TypeName = keyof typeof types;
const typeNames = Object.keys(types) as TypeName[];

type Match = { field: string; excerpt: string; contract?: { id: string; name: string } };
type Hit = {
  id: string;
  name: string;
  resourceType: string;
  description: string;
  ownerId?: string;
  ownerName?: string;
  status: string | null;
  tags: string[];
  classifications: string[];
  quality: { result: string; testedAt: string } | null;
  match: Match | null;
  url: string;
};
type Answer = { results: Hit[]; total: number; next?: string; didYouMean?: string };

/** Why something was found, as a sentence. */
function reasonOf(match: Match | null): string | undefined {
  if (match === null) return undefined;
  const { field, excerpt, contract } = match;
  if (contract)
    return `offers the data contract '${contract.id}' (${contract.name}), which has the field ${excerpt}`;
  const words = field === 'field' ? 'has the field' : `its ${field} is or contains`;
  return `${words} ${shorten(excerpt, 200)}`;
}

function presentHit(hit: Hit): object {
  const type =
    typeNames.find((name) => types[name] === hit.resourceType) ?? hit.resourceType.toLowerCase();
  return {
    type,
    id: hit.id,
    name: hit.name,
    why: reasonOf(hit.match),
    description: shorten(hit.description, 240),
    ownerTeam: hit.ownerName ?? hit.ownerId,
    status: hit.status ?? undefined,
    tags: hit.tags.length > 0 ? hit.tags : undefined,
    classifications: hit.classifications.length > 0 ? hit.classifications : undefined,
    newestTest: hit.quality?.result,
    page: hit.url,
  };
}

/** Finds entries of the catalog. */
export const searchTool = defineTool({
  name: 'search_catalog',
  title: 'Search the catalog',
  description:
    'Finds data products (data that a team offers to others), data contracts (its tables and fields), concepts, definitions, assets and teams, best matches first, each with why it matched. Start here: with the subject of the data, such as "customer postcode", or with a whole sentence. To learn who may use the data of a product, read it with get_data_product and then its output port with get_output_port.',
  effect: 'reads',
  input: Type.Object({
    query: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Words or a sentence about the data, the name of a field, a team or a concept',
    }),
    types: Type.Optional(
      Type.Array(oneOf(typeNames, 'Type of entries'), {
        description: 'Only entries of these types; for data that can be used: data_product',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 25, description: 'Entries per page; default: 10' }),
    ),
    cursor: Type.Optional(
      Type.String({ description: 'nextCursor of the previous page, for the next one' }),
    ),
  }),
  run: async ({ query, types: wanted, limit = 10, cursor }, { get }) => {
    const resourceType = wanted?.map((name) => types[name]);
    const asked = { query, resourceType, size: limit, after: cursor };
    const { results, total, next, didYouMean }: Answer = await get('/api/search', asked);
    return { total, didYouMean, results: results.map(presentHit), nextCursor: next };
  },
});
