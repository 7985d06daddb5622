import { PersonLink } from '../../components/data/links.tsx';
import { teamTexts } from '../../texts/teams.ts';
import type { NamedTeam } from './queries.ts';

type Members = NamedTeam['members'];

const rank = (role: string | null | undefined): number => (role === 'Owner' ? 0 : 1);

const sortName = ({ name, emailAddress }: Members[number]): string => name ?? emailAddress;

/** The people of a team with their roles, owners first. */
export function MemberTable({ members }: { members: Members }) {
  if (members.length === 0) return <p className="small faint">{teamTexts.noMembers}</p>;
  const sorted = members.toSorted(
    (left, right) =>
      rank(left.role) - rank(right.role) || sortName(left).localeCompare(sortName(right)),
  );
  return (
    <div className="card sideways" role="region" aria-label={teamTexts.members} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{teamTexts.person}</th>
            <th>{teamTexts.role}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ emailAddress, name, role }) => (
            <tr key={emailAddress}>
              <td>
                <PersonLink name={name} email={emailAddress} />
              </td>
              <td>{role ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
