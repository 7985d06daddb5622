import { useInfiniteQuery } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '../../../components/controls/button.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { Timeline } from '../../../components/documents/timeline.tsx';
import { useMe } from '../../session/queries.ts';
import { historyTexts } from '../../../texts/contracts/contract-parts.ts';
import { historySentence } from '../../../texts/contracts/contract-history.ts';
import { auditQuery, versionsQuery } from '../queries.ts';
import type { AuditEntry, Model, Revision } from '../queries.ts';

type Entry = Pick<AuditEntry, 'type' | 'principalName' | 'revision' | 'at'>;

/** The audit trail of the contract; for those who may not read it, its revisions. */
export function HistoryTab({ model: { id } }: { model: Model }) {
  const mayReadAudit = useMe()?.may.operate;
  const audit = useInfiniteQuery({ ...auditQuery(id), enabled: mayReadAudit === true });
  const versions = useInfiniteQuery({ ...versionsQuery(id), enabled: mayReadAudit === false });
  if (mayReadAudit !== false) return <Entries query={audit} toEntry={(entry) => entry} />;
  return (
    <div className="stack-16">
      <p className="small soft">{historyTexts.onlyRevisions}</p>
      <Entries query={versions} toEntry={entryOf} />
    </div>
  );
}

/** A revision as the audit trail would have it. */
function entryOf({ version, deleted, principalName, timestamp }: Revision): Entry {
  const change = version === 1 ? 'DataContractCreated' : 'DataContractUpdated';
  const type = deleted ? 'DataContractDeleted' : change;
  return { type, principalName, revision: version, at: timestamp };
}

type EntriesProps<Row> = {
  query: UseInfiniteQueryResult<InfiniteData<{ rows: Row[] }>>;
  toEntry: (row: Row) => Entry;
};

function Entries<Row>({ query, toEntry }: EntriesProps<Row>) {
  if (query.data === undefined) {
    return query.error === null ? (
      <SkeletonLines lines={8} />
    ) : (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  const entries = query.data.pages.flatMap((page) => page.rows.map(toEntry));
  if (entries.length === 0) {
    return (
      <EmptyState sort="nothing-yet" title={historyTexts.none}>
        {historyTexts.noneDetail}
      </EmptyState>
    );
  }
  return (
    <div className="stack-16 history">
      <Timeline label={historyTexts.label} steps={entries.map(stepOf)} />
      {query.hasNextPage && (
        <div>
          <Button disabled={query.isFetching} onClick={() => void query.fetchNextPage()}>
            {historyTexts.more}
          </Button>
        </div>
      )}
    </div>
  );
}

function stepOf({ type, principalName, revision, at }: Entry) {
  const { sentence, tone } = historySentence(type);
  return {
    title: (
      <>
        {sentence}
        {revision !== null && (
          <span className="faint nowrap"> ({historyTexts.revision(revision)})</span>
        )}
      </>
    ),
    at: <RelativeTime at={at} />,
    below: principalName ?? historyTexts.deletedAuthor,
    tone,
  };
}
