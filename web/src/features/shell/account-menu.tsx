import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Avatar } from '../../components/data/avatar.tsx';
import { singleKeys } from '../../lib/keys.ts';
import { useStore } from '../../lib/store.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useSignOut, useSwitchOrganization } from '../session/queries.ts';
import type { Me } from '../session/queries.ts';

/** Who is signed in, and what belongs to them: sessions, organizations, keys, sign-out. */
export function AccountMenu({ me }: { me: Me }) {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const switchTo = useSwitchOrganization();
  const keys = useStore(singleKeys);
  const others = me.organizations.filter(({ id }) => id !== me.organization.id);
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <button type="button" className="account">
          <Avatar name={me.name} />
          <span>
            <span className="ellipsis medium" style={{ display: 'block' }}>
              {me.name}
            </span>
            <span className="tiny faint" style={{ display: 'block' }}>
              {roleOf(me)}
            </span>
          </span>
          <IconDots size={16} aria-hidden />
          <span className="hidden">{shellTexts.account}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {me.email !== null && <Menu.Label>{me.email}</Menu.Label>}
        <Menu.Item onClick={() => void navigate({ to: '/me/sessions' })}>
          {shellTexts.ownSessions}
        </Menu.Item>
        <Menu.Item onClick={() => void navigate({ to: '/me/keys' })}>
          {shellTexts.ownKeys}
        </Menu.Item>
        <Menu.Item onClick={() => singleKeys.set(!keys)}>
          {keys ? shellTexts.singleKeysOff : shellTexts.singleKeysOn}
        </Menu.Item>
        {others.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => switchTo.mutate(id)}>
            {shellTexts.switchTo(name)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()}>{shellTexts.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function roleOf({ teams, isOwner, scope, email }: Me): string {
  const [first] = teams;
  if (first !== undefined) return `${first.name} · ${first.role}`;
  if (isOwner || scope === 'organization') return 'Owner';
  return email ?? scope;
}
