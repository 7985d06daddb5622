import { PersonLink } from '../../../components/data/links.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { memberTexts } from '../../../texts/teams/team-parts.ts';
import { teamTexts } from '../../../texts/teams/teams.ts';
import type { NamedTeam } from '../queries.ts';
import { RowActions } from '../row-actions.tsx';

export type Member = NamedTeam['members'][number];

/** What one may do with a member; what one may not do is left out. */
export type MemberActions = {
  onChange?: (member: Member) => void;
  onInvite?: (member: Member) => void;
  onRemove?: (member: Member) => void;
};

const rank = (role: string | null | undefined): number => (role === 'Owner' ? 0 : 1);

/** The name of a person, else their address. */
export const nameOf = ({ name, emailAddress }: Member): string => name ?? emailAddress;

/** The people of a team with their roles, owners first. */
export function MemberTable({
  members,
  actions,
}: {
  members: readonly Member[];
  actions: MemberActions;
}) {
  if (members.length === 0) {
    return (
      <div className="card">
        <EmptyState sort="nothing-yet" title={teamTexts.noMembers}>
          {teamTexts.noMembersHint}
        </EmptyState>
      </div>
    );
  }
  const sorted = members.toSorted(
    (left, right) =>
      rank(left.role) - rank(right.role) || nameOf(left).localeCompare(nameOf(right)),
  );
  const hasActions = Object.keys(actions).length > 0;
  return (
    <div className="card sideways" role="region" aria-label={teamTexts.members} tabIndex={0}>
      <table className="member-table">
        <thead>
          <tr>
            <th>{teamTexts.person}</th>
            <th className="wide-only">{memberTexts.email}</th>
            <th>{teamTexts.role}</th>
            {hasActions && <th className="actions">{memberTexts.actions}</th>}
          </tr>
        </thead>
        <tbody>
          {sorted.map((member) => (
            <MemberLine key={member.emailAddress} member={member} actions={actions} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MemberLine({ member, actions }: { member: Member; actions: MemberActions }) {
  const { name, emailAddress, role } = member;
  return (
    <tr>
      <td>
        <PersonLink name={name} email={emailAddress} />
      </td>
      <td className="wide-only soft">{emailAddress}</td>
      <td>{role ?? '–'}</td>
      {Object.keys(actions).length > 0 && (
        <td className="actions">
          <Actions member={member} actions={actions} />
        </td>
      )}
    </tr>
  );
}

function Actions({ member, actions }: { member: Member; actions: MemberActions }) {
  const name = nameOf(member);
  const { onChange, onInvite, onRemove } = actions;
  const all = [
    { name: memberTexts.change, label: memberTexts.changeLabel(name), act: onChange },
    { name: memberTexts.invite, label: memberTexts.inviteLabel(name), act: onInvite },
    { name: memberTexts.remove, label: memberTexts.removeLabel(name), act: onRemove },
  ];
  return (
    <RowActions
      actions={all.flatMap(({ act, ...shown }) =>
        act === undefined ? [] : [{ ...shown, onClick: () => act(member) }],
      )}
    />
  );
}
