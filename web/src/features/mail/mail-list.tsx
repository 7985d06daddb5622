import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ListFooter } from '../../components/data/list-footer.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { mailTexts } from '../../texts/operate/mail.ts';
import { MailDetail } from './mail-detail.tsx';
import { MailFilters } from './mail-filters.tsx';
import { isFilteredMail } from './mail-search.ts';
import type { MailSearch } from './mail-search.ts';
import { MailTable } from './mail-table.tsx';
import { mailsQuery } from './queries.ts';

/** Mails and chat messages with their filters. */
export function MailList({ search }: { search: MailSearch }) {
  const navigate = useNavigate();
  const { message: open, ...filters } = search;
  const query = useInfiniteQuery(mailsQuery(filters));
  const show = (wanted: MailSearch) =>
    void navigate({ to: '/operate/mail', search: wanted, resetScroll: false });
  const mails = query.data?.pages.flatMap(({ entries }) => entries) ?? [];
  const teamName = mails.find(({ teamId }) => teamId === filters.team)?.teamName ?? undefined;
  return (
    <div className="stack list-part">
      <MailFilters search={filters} teamName={teamName} onChange={show} />
      <Loaded query={query} skeleton={<Skeleton height={400} />}>
        {() =>
          mails.length === 0 ? (
            <div className="card">
              {isFilteredMail(filters) ? (
                <EmptyState sort="filtered-away" onClear={() => show({})} />
              ) : (
                <EmptyState sort="nothing-yet" title={mailTexts.none}>
                  {mailTexts.noneHint}
                </EmptyState>
              )}
            </div>
          ) : (
            <>
              <MailTable
                mails={mails}
                search={filters}
                onTeam={(team) => show({ ...filters, team })}
              />
              <ListFooter count={mails.length} query={query} />
            </>
          )
        }
      </Loaded>
      {open !== undefined && <MailDetail id={open} onClose={() => show(filters)} />}
    </div>
  );
}
