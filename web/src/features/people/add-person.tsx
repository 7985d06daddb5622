import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { violationAt } from '../../api/problem.ts';
import { CheckField, SelectField, TextField } from '../../components/controls/text-field.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { peopleTexts } from '../../texts/organization/people.ts';
import { teamsQuery } from '../teams/queries.ts';
import { useAddPerson } from './changes.ts';
import type { NewPerson } from './changes.ts';
import { teamRolesQuery } from './queries.ts';

const empty: NewPerson = {
  email: '',
  role: 'Member',
  name: '',
  team: '',
  teamRole: 'Member',
  isInvited: true,
};

const organizationRoles = (['Member', 'Owner'] as const).map((value) => ({ value, name: value }));

/** Adds a person by their address, and at once to a team, which can invite them. */
export function AddPerson({ onClose }: { onClose: () => void }) {
  const add = useAddPerson();
  const [form, setForm] = useState<NewPerson>(empty);
  const email = form.email.trim().toLowerCase();
  const submit = () =>
    add.mutate(
      { ...form, email, name: form.name.trim() },
      {
        onSuccess: () => {
          const person = form.name.trim() || email;
          const isInvited = form.team !== '' && form.isInvited;
          const message = isInvited ? peopleTexts.addedAndInvited : peopleTexts.added;
          notifications.show({ message: message(person) });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={peopleTexts.addTitle}
      action={peopleTexts.addAction}
      isIncomplete={email === ''}
      isPending={add.isPending}
      error={add.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={peopleTexts.email}
        hint={peopleTexts.emailHint}
        problem={violationAt(add.error, 'emailAddress')}
        type="email"
        isFirst
        value={form.email}
        onChange={(typed) => setForm({ ...form, email: typed })}
      />
      <SelectField
        label={peopleTexts.roleInOrganization}
        hint={peopleTexts.roleHints[form.role]}
        options={organizationRoles}
        value={form.role}
        onChange={(role) => setForm({ ...form, role: role === 'Owner' ? role : 'Member' })}
      />
      <TeamFields form={form} onChange={setForm} />
    </FormDialog>
  );
}

type TeamFieldsProps = { form: NewPerson; onChange: (form: NewPerson) => void };

function TeamFields({ form, onChange }: TeamFieldsProps) {
  const teams = useQuery(teamsQuery).data ?? [];
  const roles = useQuery(teamRolesQuery).data?.['team-roles'] ?? [];
  return (
    <>
      <SelectField
        label={peopleTexts.team}
        options={[
          { value: '', name: peopleTexts.noTeamYet },
          ...teams.map(({ id, name }) => ({ value: id, name })),
        ]}
        value={form.team}
        onChange={(team) => onChange({ ...form, team })}
      />
      {form.team !== '' && (
        <>
          <SelectField
            label={peopleTexts.roleInTeam}
            hint={roles.find(({ name }) => name === form.teamRole)?.description ?? undefined}
            options={roles.map(({ name }) => ({ value: name, name }))}
            value={form.teamRole}
            onChange={(teamRole) => onChange({ ...form, teamRole })}
          />
          <TextField
            label={peopleTexts.name}
            hint={peopleTexts.nameHint}
            value={form.name}
            onChange={(name) => onChange({ ...form, name })}
          />
          <CheckField
            label={peopleTexts.sendInvitation}
            checked={form.isInvited}
            onChange={(isInvited) => onChange({ ...form, isInvited })}
          />
        </>
      )}
    </>
  );
}
