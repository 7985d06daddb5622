import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../components/states/loaded.tsx';
import { Page } from '../components/page.tsx';
import { Skeleton } from '../components/states/skeleton.tsx';
import { useMe } from '../features/session/queries.ts';
import { teamsQuery } from '../features/teams/queries.ts';
import { TeamOwners } from '../features/teams/team-owners.tsx';
import { teamTexts } from '../texts/teams/teams.ts';

/** Tells people without a team what that means, and which owners can add them. */
export function NoTeamPage() {
  const me = useMe();
  const teams = useQuery(teamsQuery);
  return (
    <Page title={teamTexts.noTeamTitle} lead={teamTexts.noTeamLead(me?.email ?? '')}>
      <div style={{ marginTop: 16 }}>
        <Loaded query={teams} skeleton={<Skeleton height={240} />}>
          {(all) => <TeamOwners teams={all} />}
        </Loaded>
      </div>
    </Page>
  );
}
