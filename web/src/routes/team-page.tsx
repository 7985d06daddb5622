import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IdChip } from '../components/documents/id-chip.tsx';
import { Loaded } from '../components/states/loaded.tsx';
import { Markdown } from '../components/documents/markdown.tsx';
import { Page } from '../components/page.tsx';
import { FollowButton } from '../features/follows/follow-button.tsx';
import { TeamFindings } from '../features/policies/team-findings.tsx';
import { MemberTable } from '../features/teams/member-table.tsx';
import { OwnedList } from '../features/teams/owned-list.tsx';
import { ownedQuery, teamQuery } from '../features/teams/queries.ts';
import type { NamedTeam as Team } from '../features/teams/queries.ts';
import { TeamFacts } from '../features/teams/team-facts.tsx';
import { useCopySource } from '../lib/copy-source.ts';
import { teamTexts } from '../texts/teams.ts';

const route = getRouteApi('/framed/teams/$id');

/** A team: its members with their roles, and what it owns. */
export function TeamPage() {
  const { id } = route.useParams();
  const team = useQuery(teamQuery(id));
  const name = team.data?.name;
  useCopySource(`/api/teams/${encodeURIComponent(id)}`);
  return (
    <Page
      key={id}
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
      actions={name !== undefined && <FollowButton kind="teams" id={id} name={name} />}
    >
      <Loaded query={team}>{(data) => <Known team={data} />}</Loaded>
    </Page>
  );
}

function Known({ team }: { team: Team }) {
  const owned = useQuery(ownedQuery(team.id));
  return (
    <>
      {typeof team.description === 'string' && (
        <div className="prose soft">
          <Markdown text={team.description} />
        </div>
      )}
      <div className="with-aside team-parts">
        <div className="stack loose">
          <section>
            <h2 className="part-title">{teamTexts.owns}</h2>
            <Loaded query={owned}>
              {({ results, total }) => (
                <OwnedList teamId={team.id} results={results} total={total} />
              )}
            </Loaded>
          </section>
          <TeamFindings teamId={team.id} />
          <section>
            <h2 className="part-title">{teamTexts.members}</h2>
            <MemberTable members={team.members ?? []} />
          </section>
        </div>
        <TeamFacts team={team} />
      </div>
    </>
  );
}
