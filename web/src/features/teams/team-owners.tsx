import { EmptyState } from '../../components/states/empty-state.tsx';
import { PersonLink, TeamLink } from '../../components/data/links.tsx';
import { teamTexts } from '../../texts/teams/teams.ts';
import type { Team } from './queries.ts';

/** The teams with the people who can add somebody to them. */
export function TeamOwners({ teams }: { teams: readonly Team[] }) {
  const lines = teams.flatMap((team) => {
    const owners = (team.members ?? []).filter(({ role }) => role === 'Owner');
    return owners.length === 0 ? [] : [{ team, owners }];
  });
  if (lines.length === 0) {
    return (
      <EmptyState sort="nothing-yet" title={teamTexts.noOwners}>
        {teamTexts.noOwnersHint}
      </EmptyState>
    );
  }
  return (
    <div className="card sideways" role="region" aria-label={teamTexts.title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{teamTexts.team}</th>
            <th>{teamTexts.owners}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ team: { id, name }, owners }) => (
            <tr key={id}>
              <td>
                <TeamLink id={id} name={name} />
              </td>
              <td>
                <span className="row wrap">
                  {owners.map(({ emailAddress }) => (
                    <PersonLink key={emailAddress} name={null} email={emailAddress} />
                  ))}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
