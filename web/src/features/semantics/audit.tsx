import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../components/controls/button.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Timeline } from '../../components/documents/timeline.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { auditSentence, semanticTexts } from '../../texts/semantics/semantics.ts';
import { useMe } from '../session/queries.ts';
import { auditQuery } from './queries.ts';

/** Who did what to an ontology. Only those who act for the organization read the trail; others have the revisions. */
export function Audit({ namespace }: { namespace: string }) {
  const mayRead = useMe()?.may.operate;
  const query = useInfiniteQuery({ ...auditQuery(namespace), enabled: mayRead === true });
  if (mayRead === false) {
    return (
      <div className="card">
        <EmptyState sort="not-allowed">{semanticTexts.auditRefused}</EmptyState>
      </div>
    );
  }
  return (
    <Loaded query={query}>
      {({ pages }) => (
        <div className="card inside-card">
          <Timeline
            label={semanticTexts.audit}
            steps={pages.flatMap(({ entries }) =>
              entries.map(({ type, revision, principalName, at }) => ({
                title: (
                  <>
                    {auditSentence(type)}
                    {revision !== null && (
                      <span className="faint nowrap"> ({semanticTexts.revision(revision)})</span>
                    )}
                  </>
                ),
                at: <RelativeTime at={at} />,
                below: semanticTexts.by(principalName),
                tone: type.includes('Deleted') ? ('bad' as const) : ('run' as const),
              })),
            )}
          />
          {query.hasNextPage && (
            <Button
              compact
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {semanticTexts.more}
            </Button>
          )}
        </div>
      )}
    </Loaded>
  );
}
