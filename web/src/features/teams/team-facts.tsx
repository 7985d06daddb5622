import { useQuery } from '@tanstack/react-query';
import { PersonLink, TeamLink } from '../../components/data/links.tsx';
import { memberTexts } from '../../texts/team-parts.ts';
import { teamTexts } from '../../texts/teams.ts';
import { useTagNames } from '../tags/tag-names.ts';
import { teamsQuery } from './queries.ts';
import type { NamedTeam, Team } from './queries.ts';

/** Where a team belongs, and its tags. */
export function TeamFacts({ team }: { team: NamedTeam }) {
  const { data: teams = [] } = useQuery(teamsQuery);
  const above = teamsAbove(team.parent, teams);
  const below = teams.filter((each) => each.parent === team.id);
  const owners = team.members.filter(({ role }) => role === 'Owner');
  const tags = team.tags ?? [];
  const names = useTagNames(tags);
  if (above.length + below.length + tags.length + owners.length === 0) return null;
  return (
    <aside>
      <section className="card inside-card">
        {owners.length > 0 && (
          <div>
            <h3>{memberTexts.owners}</h3>
            <ul>
              {owners.map(({ emailAddress, name }) => (
                <li key={emailAddress}>
                  <PersonLink name={name} email={emailAddress} />
                </li>
              ))}
            </ul>
          </div>
        )}
        <TeamLinks title={teamTexts.parent} teams={above} />
        <TeamLinks title={teamTexts.subTeams} teams={below} />
        {tags.length > 0 && (
          <div className="row wrap tight">
            {tags.map((tag) => (
              <span key={tag} className="chip">
                {names.get(tag) ?? tag}
              </span>
            ))}
          </div>
        )}
      </section>
    </aside>
  );
}

/** The teams above, the nearest first; roles there hold here too. */
function teamsAbove(parent: string | null | undefined, teams: readonly Team[]): Team[] {
  const found = teams.find(({ id }) => id === parent);
  if (found === undefined) return [];
  const others = teams.filter(({ id }) => id !== found.id);
  return [found, ...teamsAbove(found.parent, others)];
}

function TeamLinks({ title, teams }: { title: string; teams: readonly Team[] }) {
  if (teams.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {teams.map(({ id, name }) => (
          <li key={id}>
            <TeamLink id={id} name={name} />
          </li>
        ))}
      </ul>
    </div>
  );
}
