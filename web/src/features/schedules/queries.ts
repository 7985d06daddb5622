import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import type { components } from '../../api/schema.d.ts';
import { pollEvery } from '../../lib/poll.ts';
import type { ScheduleSearch } from './schedule-search.ts';

export type Schedule = components['schemas']['Schedule'];

const pageSize = 100;
const pollMs = 15_000;

type SchedulePage = { schedules: readonly Schedule[]; next: string | undefined };

/** Schedules with their next times, 100 at a time. */
export const schedulesQuery = ({ kind, enabled }: ScheduleSearch) =>
  infiniteQueryOptions({
    queryKey: ['schedules', 'list', { kind, enabled }],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<SchedulePage> => {
      const query = {
        size: pageSize,
        ...(kind !== undefined && { kind: kind as Schedule['kind'] }),
        ...(enabled !== undefined && { enabled: enabled === 'true' }),
        ...(pageParam !== '' && { after: pageParam }),
      };
      const sent = client.GET('/api/ops/schedules', { params: { query }, signal });
      const { data, error, response } = await sent;
      if (data === undefined) throw problemOf(response, error);
      const hasMore = response.headers.get('link')?.includes('rel="next"') === true;
      return { schedules: data, next: hasMore ? data.at(-1)?.id : undefined };
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(pollMs),
  });
