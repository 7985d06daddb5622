import { useQuery } from '@tanstack/react-query';
import { TeamLink } from '../../components/data/links.tsx';
import { teamTexts } from '../../texts/teams.ts';
import { useTagNames } from '../tags/tag-names.ts';
import { teamsQuery } from './queries.ts';
import type { Team } from './queries.ts';

/** Where a team belongs, and its tags. */
export function TeamFacts({ team }: { team: Team }) {
  const { data: teams = [] } = useQuery(teamsQuery);
  const parent = teams.find(({ id }) => id === team.parent);
  const below = teams.filter((each) => each.parent === team.id);
  const tags = team.tags ?? [];
  const names = useTagNames(tags);
  if (parent === undefined && below.length + tags.length === 0) return null;
  return (
    <aside>
      <section className="card inside-card">
        {parent !== undefined && (
          <div>
            <h3>{teamTexts.parent}</h3>
            <TeamLink id={parent.id} name={parent.name} />
          </div>
        )}
        {below.length > 0 && (
          <div>
            <h3>{teamTexts.subTeams}</h3>
            <ul>
              {below.map(({ id, name }) => (
                <li key={id}>
                  <TeamLink id={id} name={name} />
                </li>
              ))}
            </ul>
          </div>
        )}
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
