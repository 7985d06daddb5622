import { Avatar } from '../../../components/data/avatar.tsx';
import { exactTime } from '../../../lib/dates.ts';
import { messageTexts } from '../../../texts/messages/messages.ts';
import { Attachments } from './attachments.tsx';
import { EditMessage } from './edit-message.tsx';
import { LinkedText } from './linked-text.tsx';
import { authorOf, namesOf, sentAt, timeText } from './log-lines.ts';
import type { LogLine } from './log-lines.ts';
import { MessageMenu } from './message-menu.tsx';
import { ReactMenu, Reactions } from './message-reactions.tsx';
import type { ConversationDetail, Member, Message } from '../types.ts';

type MessageItemProps = {
  conversation: ConversationDetail;
  line: LogLine;
  /** It was searched for. */
  isFound?: boolean;
  isEditing: boolean;
  /** Called when its text begins to be changed, and with false at the end. */
  onEdit: (isBegun: boolean) => void;
};

/** A message with its author, files and reactions. */
export function MessageItem(props: MessageItemProps) {
  const { conversation, line, isFound, isEditing, onEdit } = props;
  const { message, day, isFirstOfAuthor } = line;
  const names = namesOf(conversation);
  const author = authorOf(message, names);
  const me = conversation.members.find(({ isMe }) => isMe);
  const classes = ['talk-line', isFirstOfAuthor && 'first', isFound === true && 'found'];
  return (
    <>
      {day !== undefined && (
        <div className="talk-day">
          <span>{day}</span>
        </div>
      )}
      <div className={classes.filter(Boolean).join(' ')} data-message={message.id}>
        {isFirstOfAuthor && <Avatar name={author} />}
        <div className="talk-body">
          <Author line={line} author={author} me={me} />
          {isEditing ? (
            <EditMessage message={message} onEnd={() => onEdit(false)} />
          ) : (
            <p className="talk-text">
              <LinkedText text={message.message} />
            </p>
          )}
          <Attachments files={message.attachments} />
          {me !== undefined && (
            <Reactions message={message} username={me.username} members={conversation.members} />
          )}
        </div>
        {me !== undefined && !isEditing && (
          <span className="talk-tools">
            <ReactMenu message={message} username={me.username} author={author} />
            <MessageMenu
              message={message}
              author={author}
              isMine={message.contact.id === me.contactId}
              mayDelete={message.contact.id === me.contactId || conversation.may.delete}
              onEdit={() => onEdit(true)}
            />
          </span>
        )}
      </div>
    </>
  );
}

type AuthorProps = { line: LogLine; author: string; me: Member | undefined };

/** Stands above the first of several messages; before the others it is only read aloud. */
function Author({ line: { message, isFirstOfAuthor }, author, me }: AuthorProps) {
  if (!isFirstOfAuthor) {
    return (
      <span className="hidden">
        {author}, {timeText(sentAt(message))}
      </span>
    );
  }
  const isMine = message.contact.id === me?.contactId;
  return (
    <span className="row tight">
      <span className="medium">{isMine ? messageTexts.you : author}</span>
      <SentAt message={message} />
    </span>
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
