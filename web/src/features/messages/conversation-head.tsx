import { Menu } from '@mantine/core';
import { IconDots, IconSearch, IconUsers } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Avatar } from '../../components/data/avatar.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { useTypedWords } from '../../lib/hooks/use-typed-words.ts';
import { messageTexts } from '../../texts/messages/messages.ts';
import { useChangeConversation } from './changes.ts';
import { ConversationMembers } from './conversation-members.tsx';
import { listPart } from './search.ts';
import type { MessageSearch } from './search.ts';
import type { ConversationDetail } from './types.ts';

type ConversationHeadProps = { conversation: ConversationDetail; search: MessageSearch };

/** Name, members and settings of a conversation, and the search in it. */
export function ConversationHead({ conversation, search }: ConversationHeadProps) {
  const { id, name, groupId, memberCount, description } = conversation;
  const [isMembersOpen, setMembersOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const change = useChangeConversation(id);
  const showMembers = () => setMembersOpen(true);
  return (
    <header className="talk-head">
      <div className="row">
        <Avatar name={name} square={groupId !== null} />
        <span className="talk-name">
          <h1 className="ellipsis" ref={heading} tabIndex={-1}>
            {name}
          </h1>
          <span className="tiny faint ellipsis">
            {groupId === null ? messageTexts.twoOfYou : messageTexts.members(memberCount)}
            {description !== null && ` · ${description}`}
          </span>
        </span>
        <span className="row push">
          <FindField key={id} id={id} search={search} />
          {groupId !== null && (
            <button
              type="button"
              className="icon-button"
              aria-label={messageTexts.showMembers}
              onClick={showMembers}
            >
              <IconUsers size={16} stroke={1.75} aria-hidden />
            </button>
          )}
          <HeadMenu conversation={conversation} change={change} onMembers={showMembers} />
        </span>
      </div>
      {change.error !== null && <ProblemNote error={change.error} />}
      {isMembersOpen && (
        <ConversationMembers conversation={conversation} onClose={() => setMembersOpen(false)} />
      )}
    </header>
  );
}

const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

type HeadMenuProps = {
  conversation: ConversationDetail;
  change: ReturnType<typeof useChangeConversation>;
  onMembers: () => void;
};

function HeadMenu({ conversation, change, onMembers }: HeadMenuProps) {
  const { isPinned, isMuted, archivedAt } = conversation;
  const items = [
    {
      name: isPinned ? messageTexts.unpin : messageTexts.pin,
      run: () => change.mutate({ is_pinned: !isPinned }),
    },
    {
      name: isMuted ? messageTexts.unmute : messageTexts.mute,
      run: () => change.mutate({ is_muted: !isMuted }),
    },
    {
      name: archivedAt === null ? messageTexts.archive : messageTexts.unarchive,
      run: () => change.mutate({ archived_at: archivedAt === null ? nowSeconds() : null }),
    },
    { name: messageTexts.showMembers, run: onMembers },
  ];
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className="icon-button" aria-label={messageTexts.actions}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ name, run }) => (
          <Menu.Item key={name} onClick={run}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function FindField({ id, search }: { id: string; search: MessageSearch }) {
  const navigate = useNavigate();
  const [typed, type] = useTypedWords(search.find ?? '', (words) => {
    const kept = listPart(search);
    const next = words === '' ? kept : { ...kept, find: words };
    const to = { to: '/messages/{-$conversation}', params: { conversation: id } } as const;
    void navigate({ ...to, search: next, replace: true, resetScroll: false });
  });
  return (
    <label className="talk-find">
      <IconSearch size={15} stroke={1.75} aria-hidden />
      <input
        className="input"
        type="search"
        aria-label={messageTexts.search}
        placeholder={messageTexts.search}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') type('');
        }}
      />
    </label>
  );
}
