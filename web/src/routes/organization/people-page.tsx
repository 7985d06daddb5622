import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { AddPerson } from '../../features/people/add-person.tsx';
import { useMayNotChange } from '../../features/people/may-change.ts';
import { PeopleFilters } from '../../features/people/people-filters.tsx';
import { matches } from '../../features/people/people-list.ts';
import type { PeopleSearch } from '../../features/people/people-search.ts';
import { PeopleTable } from '../../features/people/people-table.tsx';
import { PeopleTabs } from '../../features/people/people-tabs.tsx';
import '../../features/people/people.css';
import { usePeople } from '../../features/people/use-people.ts';
import type { NamedPerson } from '../../features/people/use-people.ts';
import { useCopySource } from '../../lib/copy-source.ts';
import { peopleTexts } from '../../texts/organization/people.ts';

const route = getRouteApi('/framed/organization/people');

/** The people of the organization. */
export function PeoplePage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { people, query } = usePeople();
  const [isAdding, setAdding] = useState(false);
  const refused = useMayNotChange();
  useCopySource('/api/organization/members');
  const goTo = (next: PeopleSearch) =>
    void navigate({ to: '/organization/people', search: next, replace: true });
  return (
    <Page
      title={peopleTexts.title}
      lead={peopleTexts.lead}
      actions={
        <WhyNot tone="primary" refused={refused} onClick={() => setAdding(true)}>
          {peopleTexts.add}
        </WhyNot>
      }
    >
      <PeopleTabs current="people" />
      <div className="stack">
        <PeopleFilters search={search} onChange={goTo} />
        <Loaded query={query} skeleton={<Skeleton height={320} />}>
          {() => (
            <Found
              people={people ?? []}
              search={search}
              mayChange={refused === undefined}
              onClear={() => goTo({})}
            />
          )}
        </Loaded>
      </div>
      {isAdding && <AddPerson onClose={() => setAdding(false)} />}
    </Page>
  );
}

type FoundProps = {
  people: readonly NamedPerson[];
  search: PeopleSearch;
  mayChange: boolean;
  onClear: () => void;
};

function Found({ people, search, mayChange, onClear }: FoundProps) {
  const found = people.filter((each) =>
    matches(each, each.shownName, search, each.role ?? 'Member'),
  );
  if (people.length === 0) {
    return (
      <div className="card">
        <EmptyState sort="nothing-yet" title={peopleTexts.none}>
          {peopleTexts.noneHint}
        </EmptyState>
      </div>
    );
  }
  if (found.length === 0) {
    return (
      <div className="card">
        <EmptyState sort="filtered-away" onClear={onClear} />
      </div>
    );
  }
  return (
    <>
      <p className="tiny faint">{peopleTexts.count(found.length)}</p>
      <PeopleTable people={found} mayChange={mayChange} />
    </>
  );
}
