import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { roleTexts } from '../../texts/organization/people.ts';
import { useMayNotChange } from './may-change.ts';
import type { TeamRole, TeamRoles } from './queries.ts';
import { ConfirmRoles, RoleForm } from './role-dialogs.tsx';
import { RoleMatrix } from './role-matrix.tsx';

type Open =
  | { dialog: 'form'; role: TeamRole | undefined }
  | { dialog: 'remove'; role: TeamRole }
  | { dialog: 'mode' };

/** The roles of teams with what they allow; an organization may define its own. */
export function Roles({ settings }: { settings: TeamRoles }) {
  const [open, setOpen] = useState<Open>();
  const refused = useMayNotChange();
  const roles = settings['team-roles'] ?? [];
  const isOwn = settings.mode === 'custom-team-roles';
  return (
    <div className="stack loose">
      <div className="row wrap">
        <p className="soft">{roleTexts.modes[settings.mode]}</p>
        <span className="row wrap push">
          <WhyNot refused={refused} onClick={() => setOpen({ dialog: 'mode' })}>
            {isOwn ? roleTexts.builtIn : roleTexts.own}
          </WhyNot>
          {isOwn && refused === undefined && (
            <Button tone="primary" onClick={() => setOpen({ dialog: 'form', role: undefined })}>
              {roleTexts.add}
            </Button>
          )}
        </span>
      </div>
      <ul className="role-cards">
        {roles.map((role) => (
          <RoleCard key={role.name} role={role}>
            {isOwn && refused === undefined && <RoleActions role={role} onOpen={setOpen} />}
          </RoleCard>
        ))}
      </ul>
      <RoleMatrix roles={roles} />
      {open !== undefined && (
        <Dialog settings={settings} open={open} onClose={() => setOpen(undefined)} />
      )}
    </div>
  );
}

type RoleActionsProps = { role: TeamRole; onOpen: (open: Open) => void };

function RoleActions({ role, onOpen }: RoleActionsProps) {
  const { name } = role;
  return (
    <span className="row tight">
      <Button
        compact
        aria-label={roleTexts.changeLabel(name)}
        onClick={() => onOpen({ dialog: 'form', role })}
      >
        {roleTexts.change}
      </Button>
      <Button
        compact
        tone="quiet"
        aria-label={roleTexts.removeLabel(name)}
        onClick={() => onOpen({ dialog: 'remove', role })}
      >
        {roleTexts.remove}
      </Button>
    </span>
  );
}

function RoleCard({ role, children }: { role: TeamRole; children: ReactNode }) {
  return (
    <li className="card role-card">
      <span className="medium">{role.name}</span>
      <span className="soft">{role.description}</span>
      {children}
    </li>
  );
}

type DialogProps = { settings: TeamRoles; open: Open; onClose: () => void };

function Dialog({ settings, open, onClose }: DialogProps) {
  const roles = settings['team-roles'] ?? [];
  if (open.dialog === 'form') {
    return <RoleForm settings={settings} role={open.role} onClose={onClose} />;
  }
  if (open.dialog === 'remove') {
    const { role } = open;
    return (
      <ConfirmRoles
        title={roleTexts.removeTitle(role.name)}
        detail={roleTexts.removeDetail}
        action={roleTexts.removeAction}
        tone="danger"
        next={{ ...settings, 'team-roles': roles.filter((each) => each !== role) }}
        onClose={onClose}
      />
    );
  }
  const isOwn = settings.mode === 'custom-team-roles';
  return (
    <ConfirmRoles
      title={isOwn ? roleTexts.builtInTitle : roleTexts.ownTitle}
      detail={isOwn ? roleTexts.builtInDetail : roleTexts.ownDetail}
      action={isOwn ? roleTexts.builtInAction : roleTexts.ownAction}
      next={{ ...settings, mode: isOwn ? 'default' : 'custom-team-roles' }}
      onClose={onClose}
    />
  );
}
