import { notifications } from '@mantine/notifications';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { memberTexts } from '../../../texts/teams/team-parts.ts';
import { useRemoveMember } from '../changes.ts';
import type { NamedTeam } from '../queries.ts';
import { nameOf } from './member-table.tsx';
import type { Member } from './member-table.tsx';

type RemoveMemberProps = { team: NamedTeam; member: Member; onClose: () => void };

/** Asks before a person loses their role. */
export function RemoveMember({ team, member, onClose }: RemoveMemberProps) {
  const remove = useRemoveMember(team.id);
  const name = nameOf(member);
  const owners = team.members.filter(({ role }) => role === 'Owner');
  const isLastOwner = member.role === 'Owner' && owners.length === 1;
  const confirm = () =>
    remove.mutate(member.emailAddress, {
      onSuccess: () => {
        notifications.show({ message: memberTexts.removed(name) });
        onClose();
      },
    });
  return (
    <FormDialog
      title={memberTexts.removeTitle(name, team.name)}
      action={memberTexts.removeAction}
      tone="danger"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={confirm}
    >
      <p className="soft">{memberTexts.removeDetail}</p>
      {isLastOwner && <p className="note warn">{memberTexts.lastOwner}</p>}
    </FormDialog>
  );
}
