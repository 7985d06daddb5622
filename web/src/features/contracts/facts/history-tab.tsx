import { useInfiniteQuery } from '@tanstack/react-query';
import { isStatus } from '../../../api/problem.ts';
import { Button } from '../../../components/controls/button.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { Timeline } from '../../../components/documents/timeline.tsx';
import { historyTexts } from '../../../texts/contract-parts.ts';
import { historySentence } from '../../../texts/contract-history.ts';
import { auditQuery } from '../queries.ts';
import type { AuditEntry, Model } from '../queries.ts';

/** The audit trail of the contract. */
export function HistoryTab({ model: { id } }: { model: Model }) {
  const audit = useInfiniteQuery(auditQuery(id));
  if (isStatus(audit.error, 403)) {
    return <EmptyState sort="not-allowed">{historyTexts.notAllowed}</EmptyState>;
  }
  if (audit.data === undefined) {
    return audit.error === null ? (
      <SkeletonLines lines={8} />
    ) : (
      <ErrorState error={audit.error} onRetry={() => void audit.refetch()} />
    );
  }
  const entries = audit.data.pages.flatMap((page) => page.rows);
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
      {audit.hasNextPage && (
        <div>
          <Button disabled={audit.isFetching} onClick={() => void audit.fetchNextPage()}>
            {historyTexts.more}
          </Button>
        </div>
      )}
    </div>
  );
}

function stepOf({ type, principalName, revision, at }: AuditEntry) {
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
