import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Avatar } from '../../components/data/avatar.tsx';
import { DangerDialog } from '../../components/dialogs/danger-dialog.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { dialogTexts } from '../../texts/dialogs.ts';
import { conversationTexts, messageTexts } from '../../texts/messages/messages.ts';
import { useChangeGroup, useDeleteConversation } from './changes.ts';
import { PeoplePicker } from './list/people-picker.tsx';
import type { ConversationDetail, Member, Person } from './types.ts';

/** The list alone. */
const noConversation = {
  to: '/messages/{-$conversation}',
  params: { conversation: undefined },
  search: {},
} as const;

type MembersProps = { conversation: ConversationDetail; onClose: () => void };

/** The members of a conversation. Who made a group changes it; others may leave. */
export function ConversationMembers({ conversation, onClose }: MembersProps) {
  const { id, name, groupId, members, may } = conversation;
  const change = useChangeGroup(id, groupId ?? '');
  const navigate = useNavigate();
  const idsWithout = (member: Member) =>
    members.flatMap(({ contactId }) => (contactId === member.contactId ? [] : [contactId]));
  const remove = (member: Member) => change.mutate({ contacts: idsWithout(member) });
  const leave = () => {
    const me = members.find(({ isMe }) => isMe);
    if (me === undefined) return;
    const onSuccess = () => void navigate(noConversation);
    change.mutate({ contacts: idsWithout(me) }, { onSuccess });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={messageTexts.membersTitle(name)}
      closeButtonProps={{ 'aria-label': dialogTexts.close }}
    >
      <div className="stack">
        {may.changeGroup && <Rename conversation={conversation} />}
        <ul className="people-offered" aria-label={messageTexts.showMembers}>
          {members.map((member) => (
            <MemberLine
              key={member.contactId}
              member={member}
              onRemove={may.changeGroup && !member.isMe ? () => remove(member) : undefined}
            />
          ))}
        </ul>
        {may.changeGroup && <AddPeople conversation={conversation} />}
        {change.error !== null && <ProblemNote error={change.error} />}
        <div className="row wrap">
          {may.leave && (
            <Button tone="danger" disabled={change.isPending} onClick={leave}>
              {conversationTexts.leave}
            </Button>
          )}
          {may.delete && <DeleteButton conversation={conversation} />}
          <Button className="push" onClick={onClose}>
            {conversationTexts.close}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

type MemberLineProps = { member: Member; onRemove: (() => void) | undefined };

function MemberLine({ member, onRemove }: MemberLineProps) {
  const { name, email, username, isMe, isCreator } = member;
  return (
    <li className="person-line">
      <Avatar name={name} />
      <span className="person-names">
        <span className="ellipsis">
          {name}
          {isMe && ` (${conversationTexts.you})`}
        </span>
        <span className="tiny faint ellipsis">
          {email ?? username}
          {isCreator && ` · ${conversationTexts.creator}`}
        </span>
      </span>
      {onRemove !== undefined && (
        <Button
          compact
          tone="quiet"
          className="push"
          aria-label={conversationTexts.removeLabel(name)}
          onClick={onRemove}
        >
          {conversationTexts.remove}
        </Button>
      )}
    </li>
  );
}

function Rename({ conversation: { id, groupId, name } }: { conversation: ConversationDetail }) {
  const change = useChangeGroup(id, groupId ?? '');
  const [typed, setTyped] = useState(name);
  const isChanged = typed.trim() !== '' && typed.trim() !== name;
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) change.mutate({ name: typed.trim() });
      }}
    >
      <input
        className="input"
        aria-label={conversationTexts.groupName}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" disabled={!isChanged || change.isPending}>
        {conversationTexts.saveName}
      </Button>
    </form>
  );
}

function AddPeople({ conversation }: { conversation: ConversationDetail }) {
  const { id, groupId, members } = conversation;
  const [isOpen, setOpen] = useState(false);
  const [added, setAdded] = useState<readonly Person[]>([]);
  const change = useChangeGroup(id, groupId ?? '');
  const contacts = members.map(({ contactId }) => contactId);
  if (!isOpen) {
    return (
      <span>
        <Button compact onClick={() => setOpen(true)}>
          {conversationTexts.addPeople}
        </Button>
      </span>
    );
  }
  const add = () => {
    const onSuccess = () => {
      setAdded([]);
      setOpen(false);
    };
    change.mutate({ contacts, added }, { onSuccess });
  };
  return (
    <div className="stack">
      <PeoplePicker chosen={added} onChange={setAdded} without={contacts} />
      {change.error !== null && <ProblemNote error={change.error} />}
      <Button tone="primary" disabled={added.length === 0 || change.isPending} onClick={add}>
        {conversationTexts.addAction(added.length)}
      </Button>
    </div>
  );
}

function DeleteButton({ conversation: { id, name } }: { conversation: ConversationDetail }) {
  const [isOpen, setOpen] = useState(false);
  const remove = useDeleteConversation(id);
  const navigate = useNavigate();
  return (
    <>
      <Button tone="danger" onClick={() => setOpen(true)}>
        {conversationTexts.deleteConversation}
      </Button>
      <DangerDialog
        isOpen={isOpen}
        title={conversationTexts.deleteTitle(name)}
        name={name}
        action={conversationTexts.deleteConversation}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => void navigate(noConversation),
          })
        }
      >
        {conversationTexts.deleteDetail}
      </DangerDialog>
    </>
  );
}
