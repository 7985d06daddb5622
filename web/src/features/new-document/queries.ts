import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { paths } from '../../api/schema.d.ts';
import type { Pick } from './pick-list.tsx';

type DraftRequest =
  paths['/api/contract-drafts']['post']['requestBody']['content']['application/json'];

/** Documents of a kind to choose from. */
export function pickQuery(resourceType: 'DATA_ASSET' | 'DATA_CONTRACT', words: string) {
  return queryOptions({
    queryKey: ['search', 'picks', resourceType, words],
    queryFn: async ({ signal }): Promise<Pick[]> => {
      const found = words.trim() === '' ? {} : { query: words };
      const query = { ...found, resourceType: [resourceType], size: 50 };
      const { results } = await read(client.GET('/api/search', { params: { query }, signal }));
      return results.map(({ id, name, description }) => ({
        id,
        name,
        about: description === '' ? id : description,
      }));
    },
    placeholderData: keepPreviousData,
  });
}

/** The asset that another page has named. */
export function assetQuery(id: string | undefined) {
  return queryOptions({
    queryKey: ['assets', id ?? '', 'pick'],
    queryFn: id === undefined ? skipToken : ({ signal }) => readAsset(id, signal),
  });
}

async function readAsset(id: string, signal: AbortSignal): Promise<Pick> {
  const asset = await read(client.GET('/api/assets/{id}', { params: { path: { id } }, signal }));
  return { id, name: asset.info?.name ?? id, about: asset.info?.type ?? '' };
}

/** A contract of what is known about tables; its notes are comments at its beginning. */
export async function draftContract(body: DraftRequest): Promise<string> {
  const { yaml, notes } = await read(client.POST('/api/contract-drafts', { body }));
  return notes.map((note) => `# ${note}\n`).join('') + yaml;
}
