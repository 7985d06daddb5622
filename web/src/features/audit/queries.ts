import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { byCursor, readListPage } from '../../api/list-page.ts';
import type { components } from '../../api/schema.d.ts';
import { boundsOf } from '../../lib/address/time-range.ts';
import { send } from '../documents/queries.ts';
import type { AuditSearch } from './audit-search.ts';

export type AuditEntry = components['schemas']['AuditLogEntry'];

const pageSize = 100;

/** The filters as the API takes them. */
export function apiFilters(search: AuditSearch) {
  const { kind, type, principal, subject } = search;
  return {
    ...(kind !== undefined && { kind }),
    ...(type !== undefined && { type }),
    ...(principal !== undefined && { principal }),
    ...(subject !== undefined && { subject }),
    ...boundsOf(search, new Date()),
  };
}

/** The audit trail, newest first. */
export const auditQuery = (filters: Omit<AuditSearch, 'entry'>) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'list', filters],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === undefined ? {} : { before: pageParam };
      const query = { ...apiFilters(filters), limit: pageSize, ...before };
      return readListPage<AuditEntry>(
        client.GET('/api/audit', { params: { query }, signal }),
        'before',
      );
    },
    ...byCursor,
    placeholderData: keepPreviousData,
  });

const maxKeys = 200;

/** The keys of the organization, as authors to choose from. */
export const authorKeysQuery = queryOptions({
  queryKey: ['api-keys', 'authors'],
  queryFn: async ({ signal }) => {
    const params = { query: { size: maxKeys } };
    const keys = await read(client.GET('/api/api-keys', { params, signal }));
    return keys.map(({ organizationApiKeyId, displayName }) => ({
      value: `api-key:${organizationApiKeyId}`,
      name: displayName,
    }));
  },
  staleTime: 300_000,
});

/** The content of a document at one revision, by the link of an entry. JSON is laid out, so that lines can be compared. */
export const contentQuery = (link: string | null) =>
  queryOptions({
    queryKey: ['audit', 'content', link],
    enabled: link !== null,
    // A revision never changes.
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const answer = await send(link ?? '', { signal });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
      return isJson ? JSON.stringify(JSON.parse(text), undefined, 2) : text;
    },
  });
