import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { SkeletonLines } from './skeleton.tsx';

type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  /** The final layout without its content. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** A part of a page in its three states: loading, failed in its place, and there. Old data stay while new ones come. */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  return skeleton ?? <SkeletonLines />;
}
