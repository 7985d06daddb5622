import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';

export type Sandbox = components['schemas']['Sandbox'];
export type SandboxDetail = components['schemas']['SandboxDetail'];
export type SandboxEntry = SandboxDetail['entries'][number];
export type SandboxRule = SandboxDetail['conformance']['rules'][number];

/** A component may act at any time; nothing tells the page of it. */
const pollMs = 2_000;

/** The sandboxes of the person, newest first. */
export const sandboxesQuery = queryOptions({
  queryKey: ['sandboxes', 'list'],
  queryFn: ({ signal }) => read(client.GET('/api/sandbox', { signal })),
});

/** A sandbox with what happened in it, read again while the page is seen. */
export const sandboxQuery = (id: string) =>
  queryOptions({
    queryKey: ['sandboxes', id],
    queryFn: ({ signal }) =>
      read(client.GET('/api/sandbox/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.error === null ? pollMs : false),
  });
