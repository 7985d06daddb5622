import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';

export type PageSettings = components['schemas']['PageSettings'];

/** The roles that SCIM groups give, as YAML. */
export const scimMappingQuery = queryOptions({
  queryKey: ['settings', 'scim-mapping'],
  queryFn: async ({ signal }): Promise<string> => {
    const headers = { accept: 'application/yaml' };
    const sent = client.GET('/api/settings/scim-mapping', { headers, signal, parseAs: 'text' });
    return read<string>(sent);
  },
});

/** All settings that hold for the organization, with where each is set. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => read(client.GET('/ui/settings', { signal })),
});

/** The rules for names of pipelines, as they were typed. */
export const lineageRulesQuery = queryOptions({
  queryKey: ['settings', 'lineage-rules'],
  queryFn: ({ signal }) =>
    read(
      client.GET('/api/settings/lineage-rules', {
        headers: { accept: 'application/yaml' },
        parseAs: 'text',
        signal,
      }),
    ),
});
