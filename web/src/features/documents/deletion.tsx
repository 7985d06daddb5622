import { queryOptions, useQuery } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { stateTexts } from '../../texts/states.ts';

/** Kinds in references, by the collections of addresses. */
const kinds: Readonly<Record<string, string>> = {
  teams: 'team',
  access: 'access',
  dataproducts: 'data-product',
  datacontracts: 'data-contract',
  assets: 'asset',
  definitions: 'definition',
  tags: 'tag',
  policies: 'policy',
  certifications: 'certification',
  'classification-schemes': 'classification-scheme',
  connectors: 'connector',
  'example-data': 'example-data',
  sourcesystems: 'source-system',
  dataproductbuilders: 'data-product-builder',
};

/** The reference to the document of an address; undefined for the address of anything else. */
function referenceOf(path: string): string | undefined {
  const [collection = '', id = ''] = path.split('/').slice(-pathLength(path));
  const kind = Object.hasOwn(kinds, collection) ? kinds[collection] : undefined;
  if (kind === undefined || id === '') return undefined;
  try {
    return `${kind}:${decodeURIComponent(id)}`;
  } catch {
    return undefined;
  }
}

/** The parts of the path from its collection on: a vanity name of the organization may come before. */
function pathLength(path: string): number {
  const parts = path.split('/');
  return (
    parts.length -
    Math.max(
      1,
      parts.findIndex((part) => Object.hasOwn(kinds, part)),
    )
  );
}

const deletionQuery = (ref: string) =>
  queryOptions({
    queryKey: ['names', ref, 'deletion'],
    queryFn: async () => (await read(client.POST('/ui/names', { body: { refs: [ref] } }))).names,
  });

/** Who deleted the document of this address, and when. */
export function Deletion({ path }: { path: string }) {
  const ref = referenceOf(path);
  const { data } = useQuery({ ...deletionQuery(ref ?? ''), enabled: ref !== undefined });
  const found = data?.[0];
  if (found?.deletedAt === undefined) return null;
  return (
    <p className="note warn">
      <span>
        {stateTexts.deleted(found.name ?? '', found.deletedByName)}{' '}
        <RelativeTime at={found.deletedAt} />.
      </span>
    </p>
  );
}
