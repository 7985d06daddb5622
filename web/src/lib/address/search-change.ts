import type { TimeRange } from './time-range.ts';

/** The members of an address with one of them changed; an empty value takes it away. */
export function withMember<Search extends object>(
  search: Search,
  name: keyof Search,
  value: string | undefined,
): Search {
  const { [name]: _, ...kept } = search;
  return (value ? { ...kept, [name]: value } : kept) as Search;
}

/** The span of time of an address. */
export const timeOf = ({ since, from, to }: TimeRange): TimeRange => ({
  ...(since !== undefined && { since }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

/** The members of an address with another span of time. */
export function withTime<Search extends TimeRange>(search: Search, range: TimeRange): Search {
  const { since: _, from: __, to: ___, ...others } = search;
  return { ...others, ...range } as Search;
}
