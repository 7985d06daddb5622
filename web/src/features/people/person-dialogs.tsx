import { notifications } from '@mantine/notifications';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { peopleTexts } from '../../texts/organization/people.ts';
import { useChangeRole, useRemovePerson } from './changes.ts';
import type { NamedPerson } from './use-people.ts';

type DialogProps = { person: NamedPerson; onClose: () => void };

/** Makes a Member an Owner, or an Owner a Member. */
export function ChangeRole({ person, onClose }: DialogProps) {
  const { email, shownName: name, custom } = person;
  const change = useChangeRole();
  const role = person.role === 'Owner' ? 'Member' : 'Owner';
  const toOwner = role === 'Owner';
  const submit = () =>
    change.mutate(
      { email, role, custom },
      {
        onSuccess: () => {
          notifications.show({ message: peopleTexts.changed(name, role) });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={toOwner ? peopleTexts.makeOwnerTitle(name) : peopleTexts.makeMemberTitle(name)}
      action={peopleTexts.changeAction[role]}
      isPending={change.isPending}
      error={change.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="soft">{toOwner ? peopleTexts.makeOwnerDetail : peopleTexts.makeMemberDetail}</p>
    </FormDialog>
  );
}

/** Takes the role in the organization; those in teams stay. */
export function RemovePerson({ person, onClose }: DialogProps) {
  const { email, shownName: name, teams } = person;
  const remove = useRemovePerson();
  const submit = () =>
    remove.mutate(email, {
      onSuccess: () => {
        notifications.show({ message: peopleTexts.removed(name) });
        onClose();
      },
    });
  return (
    <FormDialog
      title={peopleTexts.removeTitle(name)}
      action={peopleTexts.removeAction}
      tone="danger"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="soft">{peopleTexts.removeDetail}</p>
      {teams.length > 0 && (
        <p className="note">{peopleTexts.removeTeams(teams.map((team) => team.name).join(', '))}</p>
      )}
    </FormDialog>
  );
}
