import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { Skeleton } from '../../../components/states/skeleton.tsx';
import { useSettled } from '../../../lib/hooks/use-settled.ts';
import { listedTexts, listTexts } from '../../../texts/documents.ts';
import { documentsQuery } from '../queries.ts';
import { DocumentTable } from './document-table.tsx';

type DocumentListProps = {
  collection: string;
  /** Words of the address. */
  words: string;
  onWords: (words: string) => void;
};

const debounceMs = 120;

/** Documents of a kind, searched by the server and read in pages. */
export function DocumentList({ collection, words, onWords }: DocumentListProps) {
  const [typed, setTyped] = useState(words);
  const settled = useSettled(typed, debounceMs);
  useEffect(() => {
    if (settled !== words) onWords(settled);
  }, [settled, words, onWords]);
  const query = useInfiniteQuery(documentsQuery(collection, words));
  const title = listedTexts[collection]?.title ?? collection;
  const clear = () => setTyped('');
  return (
    <div className="stack document-list">
      <input
        type="search"
        className="input"
        aria-label={listTexts.search(title)}
        placeholder={listTexts.search(title)}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Loaded query={query} skeleton={<Skeleton height={240} />}>
        {({ pages }) => {
          const documents = pages.flatMap((page) => page.documents);
          const total = pages[0]?.total ?? 0;
          if (documents.length === 0) {
            return <Nothing collection={collection} isFiltered={words !== ''} onClear={clear} />;
          }
          return (
            <>
              <DocumentTable collection={collection} documents={documents} />
              <div className="row">
                <span className="small faint">{listTexts.total(documents.length, total)}</span>
                {query.hasNextPage && (
                  <Button
                    disabled={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    {listTexts.more}
                  </Button>
                )}
              </div>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

type NothingProps = { collection: string; isFiltered: boolean; onClear: () => void };

function Nothing({ collection, isFiltered, onClear }: NothingProps) {
  const title = listedTexts[collection]?.title ?? collection;
  return (
    <div className="card">
      {isFiltered ? (
        <EmptyState sort="filtered-away" onClear={onClear} />
      ) : (
        <EmptyState sort="nothing-yet" title={listTexts.none(title)}>
          {listTexts.noneHint}
        </EmptyState>
      )}
    </div>
  );
}
