import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../api/client.ts';
import { readListPage } from '../../api/list-page.ts';
import type { components } from '../../api/schema.d.ts';
import type { Access } from '../access/queries.ts';
import type { FeedEvent } from '../events/queries.ts';

export type Grant = components['schemas']['ExpectedGrant'];
export type Alert = components['schemas']['AccessAlert'];
export type Mail = components['schemas']['Notification'];

const maxShown = 100;

/** The grant that should exist for an access, among those of its data product. */
export const expectedQuery = ({ id, provider: { dataProductId } }: Access) =>
  queryOptions({
    queryKey: ['access', id ?? '', 'expected'],
    queryFn: async ({ signal }) => {
      const query = { dataProductId };
      const sent = client.GET('/api/access/expected-grants', { params: { query }, signal });
      const { grants, checksum } = await read(sent);
      return { checksum, grant: grants.find(({ accessId }) => accessId === id) ?? null };
    },
  });

export const accessEventsQuery = (id: string) =>
  queryOptions({
    queryKey: ['access', id, 'events'],
    queryFn: async ({ signal }) => {
      const query = { order: 'newest' as const, subject: id, types: 'Access*', limit: maxShown };
      const sent = client.GET('/api/events', { params: { query }, signal });
      return (await readListPage<FeedEvent>(sent, 'before')).entries;
    },
  });

export const accessMailsQuery = (id: string) =>
  queryOptions({
    queryKey: ['access', id, 'notifications'],
    queryFn: ({ signal }) => {
      const query = { subjectId: id, size: maxShown };
      return read(client.GET('/api/notifications', { params: { query }, signal }));
    },
  });

export const accessAlertsQuery = (id: string) =>
  queryOptions({
    queryKey: ['access', id, 'alerts'],
    queryFn: ({ signal }) => {
      const query = { accessId: id, size: maxShown };
      return read(client.GET('/api/access/alerts', { params: { query }, signal }));
    },
  });
