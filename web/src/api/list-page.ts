import { read } from './client.ts';

type Sent = { data?: unknown; error?: unknown; response: Response };

/** A page of a list, and the cursor of the next one. */
export type ListPage<Entry> = { entries: readonly Entry[]; next: string | undefined };

/** Reads a page of a list whose next page the `Link` header names by this parameter. */
export async function readListPage<Entry>(
  sent: Promise<Sent>,
  cursor: 'after' | 'before',
): Promise<ListPage<Entry>> {
  const entries = (await read(sent)) as Entry[];
  const link = (await sent).response.headers.get('link') ?? '';
  const address = /<([^>]+)>;\s*rel="next"/u.exec(link)?.[1];
  const next = address && new URL(address, location.origin).searchParams.get(cursor);
  return { entries, next: next || undefined };
}

/** What an infinite query needs to follow such pages. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { next: string | undefined }) => next,
};
