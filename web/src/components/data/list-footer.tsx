import { listPartTexts } from '../../texts/operate/lists.ts';
import { Button } from '../controls/button.tsx';

type ListFooterProps = {
  /** Number of rows that are shown. */
  count: number;
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
};

/** Under a list: how many rows it shows, and the next ones. */
export function ListFooter({ count, query }: ListFooterProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <div className="row small faint">
      <span>{listPartTexts.shown(count, !hasNextPage)}</span>
      {hasNextPage && (
        <Button compact disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? listPartTexts.loadingMore : listPartTexts.more}
        </Button>
      )}
    </div>
  );
}
