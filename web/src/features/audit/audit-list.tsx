import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ListFooter } from '../../components/data/list-footer.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { withMember } from '../../lib/address/search-change.ts';
import { auditTexts } from '../../texts/operate/audit.ts';
import { AuditDetail } from './audit-detail.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { isFilteredAudit } from './audit-search.ts';
import type { AuditSearch } from './audit-search.ts';
import { AuditTable } from './audit-table.tsx';
import { auditQuery } from './queries.ts';

/** The audit trail with its filters. */
export function AuditList({ search }: { search: AuditSearch }) {
  const navigate = useNavigate();
  const { entry: open, ...filters } = search;
  const query = useInfiniteQuery(auditQuery(filters));
  const show = (wanted: AuditSearch) =>
    void navigate({ to: '/operate/audit', search: wanted, resetScroll: false });
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  const opened = entries.find(({ id }) => id === open);
  return (
    <div className="stack list-part">
      <AuditFilters search={filters} entries={entries} onChange={show} />
      <Loaded query={query} skeleton={<Skeleton height={400} />}>
        {() =>
          entries.length === 0 ? (
            <div className="card">
              {isFilteredAudit(filters) ? (
                <EmptyState sort="filtered-away" onClear={() => show({})} />
              ) : (
                <EmptyState sort="nothing-yet" title={auditTexts.none}>
                  {auditTexts.noneHint}
                </EmptyState>
              )}
            </div>
          ) : (
            <>
              <AuditTable
                entries={entries}
                search={filters}
                onAuthor={(principal) => show(withMember(filters, 'principal', principal))}
              />
              <ListFooter count={entries.length} query={query} />
            </>
          )
        }
      </Loaded>
      {opened !== undefined && <AuditDetail entry={opened} onClose={() => show(filters)} />}
    </div>
  );
}
