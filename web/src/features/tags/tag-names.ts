import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { namesQuery } from '../../api/names.ts';

/** Names for people, by tag. */
export type TagNames = ReadonlyMap<string, string>;

/** POST /ui/names takes at most this many references. */
const maxTags = 200;
const prefix = 'tag:';

/** The names of tags that have a document; other tags are their own names. All are read in one request. */
export function useTagNames(tags: readonly string[]): TagNames {
  const refs = [...new Set(tags)].slice(0, maxTags).map((tag) => `${prefix}${tag}`);
  const { data } = useQuery({ ...namesQuery(refs.sort()), placeholderData: keepPreviousData });
  return new Map([...(data ?? [])].map(([ref, name]) => [ref.slice(prefix.length), name]));
}
