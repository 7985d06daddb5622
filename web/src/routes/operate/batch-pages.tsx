import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Segments } from '../../components/controls/segments.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { IdChip } from '../../components/documents/id-chip.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import {
  BatchBadge,
  batchFilter,
  BatchProgress,
  outcomes,
  outcomeText,
} from '../../features/work/batch-facts.tsx';
import { BatchRows } from '../../features/work/batch-rows.tsx';
import { BatchTable } from '../../features/work/batch-table.tsx';
import { useMayNotChange } from '../../features/work/may-change.ts';
import { batchesQuery, batchQuery, useStopBatch } from '../../features/work/queries.ts';
import type { BatchPage as Loading, BatchWithRows } from '../../features/work/queries.ts';
import { WorkTabs } from '../../features/work/work-tabs.tsx';
import '../../features/operations/operations.css';
import '../../features/work/work.css';
import { useCopySource } from '../../lib/copy-source.ts';
import { countText } from '../../lib/numbers.ts';
import { batchTexts, workTexts } from '../../texts/operations/work.ts';

const route = getRouteApi('/framed/operate/work/batches/$id');
const pageSize = 50;

/** Retries and cancellations of several pieces of work, the newest first. */
export function BatchesPage() {
  const [size, setSize] = useState(pageSize);
  const batches = useQuery(batchesQuery(size));
  useCopySource('/api/ops/work-batches');
  return (
    <Page
      title={batchTexts.title}
      lead={batchTexts.lead}
      above={[{ name: workTexts.title, href: '/operate/work' }]}
    >
      <WorkTabs current="batches" />
      <Loaded query={batches} skeleton={<Skeleton height={240} />}>
        {(data) =>
          data.length === 0 ? (
            <div className="card">
              <EmptyState sort="nothing-yet" title={batchTexts.none}>
                {batchTexts.noneHint}
              </EmptyState>
            </div>
          ) : (
            <div className="stack">
              <BatchTable batches={data} />
              {data.length === size && (
                <div>
                  <Button onClick={() => setSize(size + pageSize)}>{batchTexts.more}</Button>
                </div>
              )}
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

/** One bulk action: how far it is, and what became of each piece. It can be left and found again. */
export function BatchPage() {
  const { id } = route.useParams();
  const { outcome } = route.useSearch();
  const found = useInfiniteQuery(batchQuery(id, outcome));
  const batch = found.data?.pages[0]?.batch;
  useCopySource(`/api/ops/work-batches/${encodeURIComponent(id)}`);
  return (
    <Page
      title={batch === undefined ? batchTexts.title : batchTexts.name(batch.action, batch.total)}
      above={[
        { name: workTexts.title, href: '/operate/work' },
        { name: batchTexts.title, href: '/operate/work/batches' },
      ]}
      beside={
        batch && (
          <>
            <BatchBadge batch={batch} />
            <IdChip id={id} />
          </>
        )
      }
      lead={batch && <Lead batch={batch} />}
      actions={batch?.endedAt === null && <Stop id={id} />}
    >
      <Loaded query={found} skeleton={<Skeleton height={320} />}>
        {({ pages }) => <Known pages={pages} more={found} />}
      </Loaded>
    </Page>
  );
}

function Lead({ batch }: { batch: BatchWithRows }) {
  const { requestedByName, createdAt } = batch;
  return (
    <>
      {requestedByName !== null && `${batchTexts.by(requestedByName)}, `}
      <RelativeTime at={createdAt} />. {batchFilter(batch)}
    </>
  );
}

function Stop({ id }: { id: string }) {
  const stop = useStopBatch(id);
  const refused = useMayNotChange();
  return (
    <>
      <WhyNot
        tone="danger"
        title={batchTexts.stopHint}
        refused={refused}
        disabled={stop.isPending}
        onClick={() => stop.mutate()}
      >
        {batchTexts.stop}
      </WhyNot>
      {stop.error !== null && <ProblemNote error={stop.error} />}
    </>
  );
}

type More = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

function Known({ pages, more }: { pages: readonly Loading[]; more: More }) {
  const { id } = route.useParams();
  const { outcome } = route.useSearch();
  const navigate = useNavigate();
  const [first] = pages;
  if (first === undefined) return null;
  const { batch } = first;
  const rows = pages.flatMap((page) => page.batch.rows);
  const all = 'all' as const;
  return (
    <div className="stack">
      <BatchProgress batch={batch} />
      <div className="row wrap">
        <Segments
          label={batchTexts.outcomes}
          value={outcome ?? all}
          options={[all, ...outcomes].map((value) => ({
            value,
            name: `${batchTexts.outcome[value]} ${countText(value === all ? batch.total : batch.counts[value])}`,
          }))}
          onChange={(value) =>
            void navigate({
              to: '/operate/work/batches/$id',
              params: { id },
              search: value === all ? {} : { outcome: value },
              resetScroll: false,
            })
          }
        />
        <span className="small faint">{outcomeText(batch)}</span>
      </div>
      {rows.length === 0 ? (
        <p className="soft">{batchTexts.noRows}</p>
      ) : (
        <BatchRows action={batch.action} hasEnded={batch.endedAt !== null} rows={rows} />
      )}
      {more.hasNextPage && (
        <div>
          <Button disabled={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
            {batchTexts.more}
          </Button>
        </div>
      )}
    </div>
  );
}
