import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/states/loaded.tsx';
import { teamTexts } from '../../texts/teams/teams.ts';
import { TeamFindings } from '../policies/team-findings.tsx';
import { OwnedList } from './owned-list.tsx';
import { ownedQuery } from './queries.ts';
import type { NamedTeam } from './queries.ts';
import { TeamFacts } from './team-facts.tsx';

/** What a team owns, which rules that does not keep, and where it belongs. */
export function TeamOverview({ team }: { team: NamedTeam }) {
  const owned = useQuery(ownedQuery(team.id));
  return (
    <div className="with-aside team-parts">
      <div className="stack loose">
        <section>
          <h2 className="part-title">{teamTexts.owns}</h2>
          <Loaded query={owned}>
            {({ results, total }) => <OwnedList teamId={team.id} results={results} total={total} />}
          </Loaded>
        </section>
        <TeamFindings teamId={team.id} />
      </div>
      <TeamFacts team={team} />
    </div>
  );
}
