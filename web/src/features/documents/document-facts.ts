import { assetTypeName } from '../../texts/assets.ts';
type Json = Readonly<Record<string, unknown>>;

/** What a document says about itself, wherever its format says it. */
export type DocumentFacts = {
  name?: string;
  description?: string;
  content?: string;
  criteria?: string;
  owner?: string;
  type?: string;
  status?: string;
  product?: string;
  contract?: string;
  tags: readonly string[];
};

const infoOf = (document: Json): Json => {
  const info = document['info'];
  return typeof info === 'object' && info !== null ? (info as Json) : {};
};

const assetTypeOf = (type: unknown): unknown =>
  typeof type === 'string' ? assetTypeName(type) : undefined;

/** Assets and tags say who they are in `info`, other kinds at the top. */
export function factsOf(document: Json): DocumentFacts {
  const info = infoOf(document);
  const texts = {
    name: [
      document['name'],
      info['title'],
      info['name'],
      document['title'],
      document['schemaName'],
    ],
    description: [document['description'], info['description']],
    content: [document['content']],
    criteria: [document['criteria']],
    owner: [document['owner'], info['owner']],
    type: [document['type'], assetTypeOf(info['type'])],
    status: [document['status'], info['status']],
    product: [document['dataProductId']],
    contract: [document['dataContractId']],
  };
  const found = Object.entries(texts).flatMap(([key, candidates]) => {
    const text = candidates.find((each) => typeof each === 'string' && each !== '');
    return text === undefined ? [] : [[key, text]];
  });
  return { ...Object.fromEntries(found), tags: tagsOf(document['tags'] ?? info['tags']) };
}

function tagsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((tag) => typeof tag === 'string') : [];
}
