import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/controls/button.tsx';
import { SelectField } from '../../components/controls/text-field.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { schedulesQuery } from '../../features/schedules/queries.ts';
import type { Schedule } from '../../features/schedules/queries.ts';
import type { ScheduleSearch } from '../../features/schedules/schedule-search.ts';
import { ScheduleTable } from '../../features/schedules/schedule-table.tsx';
import '../../features/schedules/schedules.css';
import { WorkTabs } from '../../features/work/work-tabs.tsx';
import '../../features/operations/operations.css';
import '../../features/work/work.css';
import { useCopySource } from '../../lib/copy-source.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import { scheduleListTexts } from '../../texts/operations/schedules.ts';
import { kindName, workKinds } from '../../texts/operations/work-kinds.ts';
import { workTexts } from '../../texts/operations/work.ts';
import { useRowKeys } from '../../lib/hooks/use-row-keys.ts';

const route = getRouteApi('/framed/operate/schedules');

/** What begins by itself, with the next times. */
export function SchedulesPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const found = useInfiniteQuery(schedulesQuery(search));
  useCopySource('/api/ops/schedules');
  const { nextLine, previousLine } = inboxTexts.keys;
  useRowKeys('.row-link', { next: nextLine, previous: previousLine });
  const show = (next: ScheduleSearch) =>
    void navigate({ to: '/operate/schedules', search: next, resetScroll: false });
  return (
    <Page
      title={scheduleListTexts.title}
      lead={scheduleListTexts.lead}
      above={[{ name: workTexts.title, href: '/operate/work' }]}
    >
      <WorkTabs current="schedules" />
      <div className="stack">
        <Filters search={search} onChange={show} />
        <Loaded query={found} skeleton={<Skeleton height={320} />}>
          {({ pages }) => (
            <Results
              schedules={pages.flatMap(({ schedules }) => schedules)}
              isFiltered={Object.keys(search).length > 0}
              more={found}
              onClear={() => show({})}
            />
          )}
        </Loaded>
      </div>
    </Page>
  );
}

type FiltersProps = { search: ScheduleSearch; onChange: (search: ScheduleSearch) => void };

function Filters({ search, onChange }: FiltersProps) {
  const { kind, enabled, ...others } = search;
  const { enabledOptions } = scheduleListTexts;
  return (
    <div className="schedule-filters">
      <SelectField
        label={scheduleListTexts.kind}
        value={kind ?? ''}
        options={[
          { value: '', name: workTexts.allKinds },
          ...workKinds.map((value) => ({ value, name: kindName(value) })),
        ]}
        onChange={(value) =>
          onChange({ ...others, ...(enabled && { enabled }), ...(value && { kind: value }) })
        }
      />
      <SelectField
        label={scheduleListTexts.enabled}
        value={enabled ?? ''}
        options={[
          { value: '', name: enabledOptions.all },
          { value: 'on', name: enabledOptions.on },
          { value: 'off', name: enabledOptions.off },
        ]}
        onChange={(value) =>
          onChange({
            ...others,
            ...(kind && { kind }),
            ...(value !== '' && { enabled: value as 'on' }),
          })
        }
      />
    </div>
  );
}

type ResultsProps = {
  schedules: readonly Schedule[];
  isFiltered: boolean;
  more: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  onClear: () => void;
};

function Results({ schedules, isFiltered, more, onClear }: ResultsProps) {
  if (schedules.length === 0) {
    return (
      <div className="card">
        {isFiltered ? (
          <EmptyState sort="filtered-away" onClear={onClear} />
        ) : (
          <EmptyState sort="nothing-yet" title={scheduleListTexts.none}>
            {scheduleListTexts.noneHint}
          </EmptyState>
        )}
      </div>
    );
  }
  return (
    <>
      <ScheduleTable schedules={schedules} />
      <div className="row wrap">
        <span className="small faint">
          {scheduleListTexts.shown(schedules.length, more.hasNextPage)}
        </span>
        {more.hasNextPage && (
          <Button disabled={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
            {scheduleListTexts.more}
          </Button>
        )}
      </div>
    </>
  );
}
