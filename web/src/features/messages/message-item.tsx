import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { Avatar } from '../../components/data/avatar.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { copyText } from '../../components/documents/copy-text.ts';
import { exactTime } from '../../lib/dates.ts';
import { messageTexts } from '../../texts/messages/messages.ts';
import { Attachments } from './attachments.tsx';
import { useDeleteMessage } from './changes.ts';
import { EditMessage } from './edit-message.tsx';
import { authorOf, namesOf, sentAt, timeText } from './log-lines.ts';
import type { LogLine } from './log-lines.ts';
import { LinkedText } from './linked-text.tsx';
import { ReactMenu, Reactions } from './message-reactions.tsx';
import type { ConversationDetail, Message } from './types.ts';

type MessageItemProps = {
  conversation: ConversationDetail;
  line: LogLine;
  /** It was searched for. */
  isFound?: boolean;
};

/** A message with its author, files and reactions. */
export function MessageItem({ conversation, line, isFound }: MessageItemProps) {
  const { message, day, isFirstOfAuthor } = line;
  const [isEditing, setEditing] = useState(false);
  const author = authorOf(message, namesOf(conversation));
  const me = conversation.members.find(({ isMe }) => isMe);
  const isMine = message.contact.id === me?.contactId;
  const classes = ['talk-line', isFirstOfAuthor && 'first', isFound === true && 'found'];
  return (
    <>
      {day !== undefined && (
        <li className="talk-day">
          <span>{day}</span>
        </li>
      )}
      <li className={classes.filter(Boolean).join(' ')} data-message={message.id}>
        {isFirstOfAuthor && <Avatar name={author} />}
        <div className="talk-body">
          {isFirstOfAuthor ? (
            <span className="row tight">
              <span className="medium">{isMine ? messageTexts.you : author}</span>
              <SentAt message={message} />
            </span>
          ) : (
            <span className="hidden">
              {author}, {timeText(sentAt(message))}
            </span>
          )}
          {isEditing ? (
            <EditMessage message={message} onEnd={() => setEditing(false)} />
          ) : (
            <p className="talk-text">
              <LinkedText text={message.message} />
              {message.updated_at !== null && (
                <span className="tiny faint"> ({messageTexts.edited})</span>
              )}
            </p>
          )}
          <Attachments files={message.attachments} />
          {me !== undefined && <Reactions message={message} username={me.username} />}
        </div>
        {me !== undefined && !isEditing && (
          <span className="talk-tools">
            <ReactMenu message={message} username={me.username} author={author} />
            <MessageMenu
              message={message}
              author={author}
              isMine={isMine}
              mayDelete={isMine || conversation.may.delete}
              onEdit={() => setEditing(true)}
            />
          </span>
        )}
      </li>
    </>
  );
}

function SentAt({ message }: { message: Message }) {
  const instant = sentAt(message);
  return (
    <time className="tiny faint" dateTime={instant.toISOString()} title={exactTime(instant)}>
      {timeText(instant)}
    </time>
  );
}

type MessageMenuProps = {
  message: Message;
  author: string;
  isMine: boolean;
  mayDelete: boolean;
  onEdit: () => void;
};

function MessageMenu({ message, author, isMine, mayDelete, onEdit }: MessageMenuProps) {
  const [isDeleting, setDeleting] = useState(false);
  const remove = useDeleteMessage(message.conversation_id);
  return (
    <>
      <Menu position="bottom-end" width={160}>
        <Menu.Target>
          <button
            type="button"
            className="icon-button"
            aria-label={messageTexts.messageActions(author)}
          >
            <IconDots size={15} stroke={1.75} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void copyText(message.message, messageTexts.copy)}>
            {messageTexts.copy}
          </Menu.Item>
          {isMine && <Menu.Item onClick={onEdit}>{messageTexts.edit}</Menu.Item>}
          {mayDelete && (
            <Menu.Item onClick={() => setDeleting(true)}>{messageTexts.delete}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isDeleting && (
        <FormDialog
          title={messageTexts.deleteTitle}
          action={messageTexts.deleteAction}
          tone="danger"
          isPending={remove.isPending}
          error={remove.error}
          onClose={() => setDeleting(false)}
          onSubmit={() => remove.mutate(message.id, { onSuccess: () => setDeleting(false) })}
        >
          <p className="soft">{messageTexts.deleteDetail}</p>
        </FormDialog>
      )}
    </>
  );
}
