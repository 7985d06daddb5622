import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Avatar } from '../../components/data/avatar.tsx';
import { PersonLink, TeamLink } from '../../components/data/links.tsx';
import { peopleTexts } from '../../texts/organization/people.ts';
import { ChangeRole, RemovePerson } from './person-dialogs.tsx';
import type { NamedPerson } from './use-people.ts';

type PeopleTableProps = { people: readonly NamedPerson[]; mayChange: boolean };
type Open = { dialog: 'role' | 'remove'; person: NamedPerson };

/** People with their roles in the organization and in teams. */
export function PeopleTable({ people, mayChange }: PeopleTableProps) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <div className="card sideways" role="region" aria-label={peopleTexts.title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>{peopleTexts.person}</th>
              <th>{peopleTexts.role}</th>
              <th className="wide-only">{peopleTexts.teams}</th>
              <th className="actions">
                <span className="hidden">{peopleTexts.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <PersonLine
                key={person.email}
                person={person}
                mayChange={mayChange}
                onOpen={(dialog) => setOpen({ dialog, person })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {open?.dialog === 'role' && <ChangeRole person={open.person} onClose={close} />}
      {open?.dialog === 'remove' && <RemovePerson person={open.person} onClose={close} />}
    </>
  );
}

type PersonLineProps = {
  person: NamedPerson;
  mayChange: boolean;
  onOpen: (dialog: Open['dialog']) => void;
};

const maxTeams = 3;

function PersonLine({ person, mayChange, onOpen }: PersonLineProps) {
  const { email, shownName, role, teams, isProvisioned } = person;
  return (
    <tr>
      <td>
        <span className="row">
          <Avatar name={shownName} />
          <span className="person-cell">
            <PersonLink name={shownName} email={email} />
            {shownName !== email && <span className="tiny faint ellipsis">{email}</span>}
          </span>
        </span>
      </td>
      <td>
        {role === 'Owner' ? <b>{peopleTexts.owner}</b> : peopleTexts.member}
        {isProvisioned && <div className="tiny faint">{peopleTexts.provisioned}</div>}
      </td>
      <td className="wide-only">
        {teams.length === 0 && <span className="faint">{peopleTexts.noTeam}</span>}
        {teams.slice(0, maxTeams).map((team, at) => (
          <span key={team.id}>
            {at > 0 && ', '}
            <TeamLink id={team.id} name={team.name} />
            {team.role !== null && <span className="faint"> {team.role}</span>}
          </span>
        ))}
        {teams.length > maxTeams && <span className="faint"> +{teams.length - maxTeams}</span>}
      </td>
      <td className="actions">
        <PersonMenu person={person} mayChange={mayChange} onOpen={onOpen} />
      </td>
    </tr>
  );
}

function PersonMenu({ person, mayChange, onOpen }: PersonLineProps) {
  const navigate = useNavigate();
  const { email, shownName, role } = person;
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <button type="button" className="icon-button" aria-label={peopleTexts.more(shownName)}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {mayChange && (
          <Menu.Item onClick={() => onOpen('role')}>
            {role === 'Owner' ? peopleTexts.makeMember : peopleTexts.makeOwner}
          </Menu.Item>
        )}
        <Menu.Item
          onClick={() =>
            void navigate({ to: '/organization/permissions', search: { person: email } })
          }
        >
          {peopleTexts.simulate}
        </Menu.Item>
        <Menu.Item
          onClick={() => void navigate({ to: '/organization/keys', search: { person: email } })}
        >
          {peopleTexts.keys}
        </Menu.Item>
        {mayChange && role !== undefined && (
          <Menu.Item onClick={() => onOpen('remove')}>{peopleTexts.remove}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
