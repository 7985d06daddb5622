import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Tabs } from '../components/controls/tabs.tsx';
import { IdChip } from '../components/documents/id-chip.tsx';
import { Markdown } from '../components/documents/markdown.tsx';
import { Page } from '../components/page.tsx';
import { Loaded } from '../components/states/loaded.tsx';
import { WhyNot } from '../components/states/why-not.tsx';
import { FollowButton } from '../features/follows/follow-button.tsx';
import { TeamCredentials } from '../features/git/credentials/team-credentials.tsx';
import { useReason } from '../features/permissions/refusal.ts';
import { ChannelsTab } from '../features/teams/channels/channels-tab.tsx';
import { ConnectionsTab } from '../features/teams/connections/connections-tab.tsx';
import { KeysTab } from '../features/teams/keys/keys-tab.tsx';
import { MembersTab } from '../features/teams/members/members-tab.tsx';
import { teamQuery } from '../features/teams/queries.ts';
import type { NamedTeam } from '../features/teams/queries.ts';
import { TeamOverview } from '../features/teams/team-overview.tsx';
import { teamTabOf, teamTabs } from '../features/teams/team-tabs.ts';
import type { TeamTab } from '../features/teams/team-tabs.ts';
import { useCopySource } from '../lib/copy-source.ts';
import { teamTexts } from '../texts/teams/teams.ts';
import { NotFoundPage } from './not-found-page.tsx';
import '../features/teams/team.css';

const route = getRouteApi('/framed/teams/$id/{-$tab}');

/** A team: what it owns, its people, and how it is told and tests. */
export function TeamPage() {
  const { id, tab: part } = route.useParams();
  const tab = teamTabOf(part);
  if (tab === undefined) return <NotFoundPage />;
  return <KnownTab key={id} id={id} tab={tab} />;
}

function KnownTab({ id, tab }: { id: string; tab: TeamTab }) {
  const team = useQuery(teamQuery(id));
  const name = team.data?.name;
  const path = `/api/teams/${encodeURIComponent(id)}`;
  useCopySource(path, `${path}/team.yaml`);
  return (
    <Page
      title={name ?? id}
      above={[{ name: teamTexts.title, href: '/teams' }]}
      beside={
        team.data && (
          <>
            <span className="chip">{team.data.type}</span>
            <IdChip id={id} />
          </>
        )
      }
      actions={
        name !== undefined && (
          <>
            <FollowButton kind="teams" id={id} name={name} />
            <EditTeam id={id} />
          </>
        )
      }
    >
      <Loaded query={team}>{(data) => <Known team={data} tab={tab} />}</Loaded>
    </Page>
  );
}

function EditTeam({ id }: { id: string }) {
  const refused = useReason('TEAM_EDIT', `teams/${id}`);
  const navigate = useNavigate();
  return (
    <WhyNot
      compact
      refused={refused}
      onClick={() => void navigate({ to: '/teams/$id/edit', params: { id } })}
    >
      {teamTexts.edit}
    </WhyNot>
  );
}

function Known({ team, tab }: { team: NamedTeam; tab: TeamTab }) {
  const base = `/teams/${encodeURIComponent(team.id)}`;
  return (
    <>
      {typeof team.description === 'string' && (
        <div className="prose soft">
          <Markdown text={team.description} />
        </div>
      )}
      <Tabs
        label={teamTexts.tabsLabel}
        tabs={teamTabs.map((each) => ({
          name: teamTexts.tabs[each],
          href: each === 'overview' ? base : `${base}/${each}`,
          isCurrent: each === tab,
          ...(each === 'members' && { count: team.members.length }),
        }))}
      />
      <TabContent team={team} tab={tab} />
    </>
  );
}

function TabContent({ team, tab }: { team: NamedTeam; tab: TeamTab }) {
  switch (tab) {
    case 'overview':
      return <TeamOverview team={team} />;
    case 'members':
      return <MembersTab team={team} />;
    case 'channels':
      return <ChannelsTab team={team} />;
    case 'connections':
      return <ConnectionsTab team={team} />;
    case 'git':
      return <TeamCredentials teamId={team.id} />;
    case 'keys':
      return <KeysTab team={team} />;
  }
}
