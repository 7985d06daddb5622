import { IconBellOff, IconPin } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Avatar } from '../../../components/data/avatar.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { countText } from '../../../lib/numbers.ts';
import { messageTexts } from '../../../texts/messages/messages.ts';
import { listPart } from '../search.ts';
import type { MessageSearch } from '../search.ts';
import type { Conversation } from '../types.ts';

type RowProps = { conversation: Conversation; isCurrent: boolean; search: MessageSearch };

/** A conversation in the list: its name, last message and unread count. */
export function ConversationRow({ conversation, isCurrent, search }: RowProps) {
  const { id, name, groupId, unreadCount, isPinned, isMuted, lastActiveAt } = conversation;
  const isUnread = unreadCount > 0 && !isCurrent;
  return (
    <li className={isCurrent ? 'inbox-item talk-item current' : 'inbox-item talk-item'}>
      <Avatar name={name} square={groupId !== null} />
      <Link
        to="/messages/{-$conversation}"
        params={{ conversation: id }}
        search={listPart(search)}
        resetScroll={false}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span className="row tight">
          <span className={isUnread ? 'talk-unread ellipsis' : 'medium ellipsis'}>{name}</span>
          {isPinned && <IconPin size={13} aria-label={messageTexts.pinned} />}
          {isMuted && <IconBellOff size={13} aria-label={messageTexts.muted} />}
          <span className="tiny faint push nowrap">
            <RelativeTime at={lastActiveAt} />
          </span>
        </span>
        <span className="row tight">
          <span className={isUnread ? 'ellipsis medium' : 'ellipsis soft'}>
            {lastText(conversation)}
          </span>
          {isUnread && (
            <span className="talk-count push" title={messageTexts.unread(unreadCount)}>
              {countText(unreadCount)}
              <span className="hidden"> {messageTexts.unread(unreadCount)}</span>
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** The last message in one line. Between two it needs no name but the own one. */
function lastText({ lastMessage, contactId }: Conversation): string {
  if (lastMessage === null) return messageTexts.nothingSaid;
  const { text, authorId, authorName, attachmentCount } = lastMessage;
  const said = text.trim() === '' ? messageTexts.files(attachmentCount) : text;
  if (contactId === null) return `${authorName}: ${said}`;
  return authorId === contactId ? said : `${messageTexts.you}: ${said}`;
}
