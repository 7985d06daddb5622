import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import { memberTexts } from '../../../texts/teams/team-parts.ts';
import { useRefusal } from '../../permissions/refusal.ts';
import { useInvite } from '../changes.ts';
import { PartHead } from '../part-head.tsx';
import type { NamedTeam } from '../queries.ts';
import { AddMember, ChangeMember } from './member-dialogs.tsx';
import { MemberTable } from './member-table.tsx';
import type { Member, MemberActions } from './member-table.tsx';
import { RemoveMember } from './remove-member.tsx';

type Open = { dialog: 'add' } | { dialog: 'change' | 'remove'; member: Member };

/** The people of a team with their roles; those who may, add, change, invite and remove them. */
export function MembersTab({ team }: { team: NamedTeam }) {
  const [open, setOpen] = useState<Open>();
  const { mayNotAdd, actions, error } = useMemberActions(team.id, setOpen);
  const close = () => setOpen(undefined);
  const props = { team, onClose: close };
  return (
    <section className="stack">
      <PartHead lead={memberTexts.lead}>
        <WhyNot tone="primary" refused={mayNotAdd} onClick={() => setOpen({ dialog: 'add' })}>
          {memberTexts.add}
        </WhyNot>
      </PartHead>
      {error !== null && <ProblemNote error={error} />}
      <MemberTable members={team.members} actions={actions} />
      {open?.dialog === 'add' && <AddMember {...props} />}
      {open?.dialog === 'change' && <ChangeMember {...props} member={open.member} />}
      {open?.dialog === 'remove' && <RemoveMember {...props} member={open.member} />}
    </section>
  );
}

/** What the person may do with the members, and why they may not add any. */
function useMemberActions(teamId: string, onOpen: (open: Open) => void) {
  const resource = `teams/${teamId}`;
  const mayNotAdd = useRefusal('TEAM_MEMBER_ADD', resource, true);
  const mayNotChange = useRefusal('TEAM_MEMBER_EDIT', resource, true);
  const mayNotRemove = useRefusal('TEAM_MEMBER_DELETE', resource, true);
  const invite = useInvite(teamId);
  const actions: MemberActions = {
    ...(!mayNotChange && { onChange: (member) => onOpen({ dialog: 'change', member }) }),
    ...(!mayNotAdd && {
      onInvite: ({ emailAddress }) =>
        invite.mutate(emailAddress, {
          onSuccess: () => notifications.show({ message: memberTexts.invited(emailAddress) }),
        }),
    }),
    ...(!mayNotRemove && { onRemove: (member) => onOpen({ dialog: 'remove', member }) }),
  };
  return { mayNotAdd, actions, error: invite.error };
}
