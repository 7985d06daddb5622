import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Loaded } from '../components/states/loaded.tsx';
import { Page } from '../components/page.tsx';
import { Skeleton } from '../components/states/skeleton.tsx';
import { TeamList } from '../features/teams/team-list.tsx';
import { teamsQuery } from '../features/teams/queries.ts';
import { useCopySource } from '../lib/copy-source.ts';
import { teamTexts } from '../texts/teams/teams.ts';

const route = getRouteApi('/framed/teams');

/** All teams. */
export function TeamsPage() {
  const teams = useQuery(teamsQuery);
  const { q } = route.useSearch();
  const navigate = useNavigate();
  useCopySource('/api/teams');
  const filter = (words: string) =>
    void navigate({ to: '/teams', search: words === '' ? {} : { q: words }, replace: true });
  return (
    <Page title={teamTexts.title} lead={teamTexts.lead}>
      <Loaded query={teams} skeleton={<Skeleton height={240} />}>
        {(all) => <TeamList teams={all} words={q ?? ''} onFilter={filter} />}
      </Loaded>
    </Page>
  );
}
