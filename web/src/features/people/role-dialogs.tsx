import { useState } from 'react';
import { violationAt } from '../../api/problem.ts';
import { CheckField, TextField } from '../../components/controls/text-field.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { permissionWords, roleTexts } from '../../texts/organization/people.ts';
import { usePutTeamRoles } from './changes.ts';
import { permissionGroups } from './permission-groups.ts';
import type { TeamRole, TeamRoles } from './queries.ts';

type RoleFormProps = {
  settings: TeamRoles;
  /** Undefined adds a role. */
  role: TeamRole | undefined;
  onClose: () => void;
};

const empty: TeamRole = { name: '', description: '', permissions: [] };

/** Adds or changes an own role. */
export function RoleForm({ settings, role, onClose }: RoleFormProps) {
  const put = usePutTeamRoles();
  const [form, setForm] = useState<TeamRole>(role ?? empty);
  const roles = settings['team-roles'] ?? [];
  const at = role === undefined ? roles.length : roles.indexOf(role);
  const submit = () => {
    const named = { ...form, name: form.name.trim() };
    const next = roles.toSpliced(at, role === undefined ? 0 : 1, named);
    put.mutate({ ...settings, 'team-roles': next }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={role === undefined ? roleTexts.addTitle : roleTexts.changeTitle(role.name)}
      action={role === undefined ? roleTexts.addAction : roleTexts.changeAction}
      isIncomplete={form.name.trim() === ''}
      isPending={put.isPending}
      error={put.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={roleTexts.name}
        problem={violationAt(put.error, `team-roles[${at}].name`)}
        isFirst
        value={form.name}
        onChange={(name) => setForm({ ...form, name })}
      />
      <TextField
        label={roleTexts.description}
        value={form.description ?? ''}
        onChange={(description) => setForm({ ...form, description })}
      />
      <Permissions
        permissions={form.permissions}
        onChange={(permissions) => setForm({ ...form, permissions })}
      />
    </FormDialog>
  );
}

type PermissionsProps = {
  permissions: TeamRole['permissions'];
  onChange: (permissions: TeamRole['permissions']) => void;
};

function Permissions({ permissions, onChange }: PermissionsProps) {
  return permissionGroups.map((group) => (
    <fieldset key={group.name} className="role-permissions">
      <legend>{roleTexts.groups[group.name]}</legend>
      {group.permissions.map((each) => (
        <CheckField
          key={each}
          label={permissionWords[each] ?? each}
          checked={permissions.includes(each)}
          onChange={(isAllowed) =>
            onChange(
              isAllowed
                ? [...permissions, each]
                : permissions.filter((permission) => permission !== each),
            )
          }
        />
      ))}
    </fieldset>
  ));
}

type ConfirmProps = {
  title: string;
  detail: string;
  action: string;
  /** The settings after the change. */
  next: TeamRoles;
  tone?: 'danger';
  onClose: () => void;
};

/** Asks before the roles of all teams change. */
export function ConfirmRoles({ title, detail, action, next, tone, onClose }: ConfirmProps) {
  const put = usePutTeamRoles();
  return (
    <FormDialog
      title={title}
      action={action}
      {...(tone !== undefined && { tone })}
      isPending={put.isPending}
      error={put.error}
      onClose={onClose}
      onSubmit={() => put.mutate(next, { onSuccess: onClose })}
    >
      <p className="soft">{detail}</p>
    </FormDialog>
  );
}
