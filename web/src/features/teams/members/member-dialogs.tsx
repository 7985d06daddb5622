import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isStatus, violationAt } from '../../../api/problem.ts';
import { CheckField, SelectField, TextField } from '../../../components/controls/text-field.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { memberTexts } from '../../../texts/teams/team-parts.ts';
import { useInvite, usePutMember } from '../changes.ts';
import { memberQuery } from '../queries.ts';
import type { NamedTeam } from '../queries.ts';
import { nameOf } from './member-table.tsx';
import type { Member } from './member-table.tsx';

type DialogProps = { team: NamedTeam; onClose: () => void };
type Entry = { name: string; role: string };

const toWrite = ({ name, role }: Entry) => ({ name: name.trim() || null, role: role || null });

/** The name of a member, else their address. */
function knownAs({ members }: NamedTeam, address: string): string {
  const known = members.find(({ emailAddress }) => emailAddress.toLowerCase() === address);
  return known === undefined ? address : nameOf(known);
}

/** Adds a person by their address; the invitation is a mail of its own. */
export function AddMember({ team, onClose }: DialogProps) {
  const put = usePutMember(team.id);
  const invite = useInvite(team.id);
  const lastRole = team.roles.at(-1)?.name ?? '';
  const [email, setEmail] = useState('');
  const [entry, setEntry] = useState<Entry>({ name: '', role: lastRole });
  const [isInvited, setInvited] = useState(true);
  const address = email.trim().toLowerCase();
  const isMember = isStatus(put.error, 412);
  const submit = () =>
    put.mutate(
      { email: address, entry: toWrite(entry), etag: undefined },
      {
        onSuccess: () => {
          notifications.show({ message: memberTexts.added(entry.name || address) });
          if (isInvited) invite.mutate(address, { onSettled: onClose });
          else onClose();
        },
      },
    );
  return (
    <FormDialog
      title={memberTexts.addTitle(team.name)}
      action={memberTexts.addAction}
      isIncomplete={address === ''}
      isPending={put.isPending || invite.isPending}
      error={isMember ? null : (put.error ?? invite.error)}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={memberTexts.email}
        hint={memberTexts.emailHint}
        problem={isMember ? memberTexts.alreadyIn(knownAs(team, address), team.name) : undefined}
        type="email"
        isFirst
        value={email}
        onChange={(text) => {
          put.reset();
          setEmail(text);
        }}
      />
      <EntryFields team={team} entry={entry} error={put.error} onChange={setEntry} />
      <CheckField label={memberTexts.sendInvitation} checked={isInvited} onChange={setInvited} />
    </FormDialog>
  );
}

/** Changes one person as they are now; others may change other people at the same time. */
export function ChangeMember({ team, member, onClose }: DialogProps & { member: Member }) {
  const stored = useQuery(memberQuery(team.id, member.emailAddress));
  return (
    <Loaded query={stored} skeleton={<span />}>
      {({ data, etag }) => (
        <ChangeForm team={team} member={{ ...member, ...data }} etag={etag} onClose={onClose} />
      )}
    </Loaded>
  );
}

type ChangeFormProps = DialogProps & { member: Member; etag: string | undefined };

function ChangeForm({ team, member, etag, onClose }: ChangeFormProps) {
  const put = usePutMember(team.id);
  const queryClient = useQueryClient();
  // The tag that was read with the form; after a 412 the one of theirs, which the person has then seen.
  const [tag, setTag] = useState(etag);
  const [theirs, setTheirs] = useState<string>();
  const [entry, setEntry] = useState<Entry>({ name: member.name ?? '', role: member.role ?? '' });
  const email = member.emailAddress.toLowerCase();
  const showTheirs = async () => {
    const now = await queryClient.fetchQuery(memberQuery(team.id, member.emailAddress));
    setTag(now.etag);
    setTheirs(now.data.role ?? memberTexts.noRole);
  };
  const submit = () =>
    put.mutate(
      { email, entry: toWrite(entry), etag: tag },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (isStatus(error, 412)) void showTheirs();
        },
      },
    );
  return (
    <FormDialog
      title={memberTexts.changeTitle(nameOf(member))}
      action={memberTexts.changeAction}
      isPending={put.isPending}
      error={isStatus(put.error, 412) ? null : put.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <EntryFields team={team} entry={entry} error={put.error} onChange={setEntry} />
      {theirs !== undefined && (
        <p className="note warn" role="alert">
          {memberTexts.changedMeanwhile} {theirs}.
        </p>
      )}
    </FormDialog>
  );
}

type EntryFieldsProps = {
  team: NamedTeam;
  entry: Entry;
  error: Error | null;
  onChange: (entry: Entry) => void;
};

function EntryFields({ team, entry, error, onChange }: EntryFieldsProps) {
  const known = team.roles.map(({ name }) => name);
  const roles = known.includes(entry.role) ? known : [entry.role, ...known];
  const meaning = team.roles.find(({ name }) => name === entry.role)?.description;
  return (
    <>
      <SelectField
        label={memberTexts.role}
        hint={meaning || undefined}
        problem={violationAt(error, 'role')}
        options={roles.map((role) => ({ value: role, name: role || memberTexts.noRole }))}
        value={entry.role}
        onChange={(role) => onChange({ ...entry, role })}
      />
      <TextField
        label={memberTexts.name}
        hint={memberTexts.nameHint}
        problem={violationAt(error, 'name')}
        value={entry.name}
        onChange={(name) => onChange({ ...entry, name })}
      />
    </>
  );
}
