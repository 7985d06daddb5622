import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { online } from '../../lib/connection.ts';
import { useStore } from '../../lib/store.ts';
import { stateTexts } from '../../texts/states.ts';
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
  const isOnline = useStore(online);
  if (query.data !== undefined) {
    return (
      <>
        {!isOnline && <AsOf at={query.dataUpdatedAt} />}
        {children(query.data)}
      </>
    );
  }
  if (query.error !== null) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  return skeleton ?? <SkeletonLines />;
}

/** Without a connection, what is shown says how old it is. */
function AsOf({ at }: { at: number }) {
  const time = new Date(at).toLocaleTimeString('en-GB', { timeStyle: 'short' });
  return <p className="tiny faint">{stateTexts.asOf(time)}</p>;
}
