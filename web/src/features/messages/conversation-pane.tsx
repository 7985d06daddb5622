import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTrail } from '../../lib/trail.ts';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { messageTexts } from '../../texts/messages/messages.ts';
import { AroundLog } from './log/around-log.tsx';
import { Composer } from './composer.tsx';
import { ConversationHead } from './conversation-head.tsx';
import { MessageLog } from './log/message-log.tsx';
import { MessageResults } from './log/message-results.tsx';
import { conversationQuery } from './queries.ts';
import { listPart } from './search.ts';
import type { MessageSearch } from './search.ts';
import type { ConversationDetail } from './types.ts';
import { useOutbox } from './use-outbox.ts';

/** One conversation: its messages, or those that a search found, and the field for the next one. */
export function ConversationPane({ id, search }: { id: string; search: MessageSearch }) {
  const conversation = useQuery(conversationQuery(id));
  return (
    <Loaded
      query={conversation}
      skeleton={
        <div className="inbox-inside">
          <SkeletonLines lines={6} />
        </div>
      }
    >
      {(data) => <Known conversation={data} search={search} />}
    </Loaded>
  );
}

type KnownProps = { conversation: ConversationDetail; search: MessageSearch };

function Known({ conversation, search }: KnownProps) {
  const { id, name } = conversation;
  const outbox = useOutbox(id);
  useTrail(name, [{ name: messageTexts.title, href: '/messages' }]);
  return (
    <>
      <ConversationHead conversation={conversation} search={search} />
      {search.at !== undefined && <AroundNote id={id} search={search} />}
      {search.at === undefined && search.find !== undefined && (
        <MessageResults conversation={conversation} search={search} words={search.find} />
      )}
      {search.at !== undefined && <AroundLog conversation={conversation} at={search.at} />}
      {search.at === undefined && search.find === undefined && (
        <>
          <MessageLog conversation={conversation} outbox={outbox} />
          <Composer key={id} conversation={conversation} onSend={outbox.send} />
        </>
      )}
    </>
  );
}

function AroundNote({ id, search }: { id: string; search: MessageSearch }) {
  const { at: _, ...results } = search;
  return (
    <p className="note talk-note">
      {messageTexts.aroundNote}
      <span className="row push">
        {search.find !== undefined && (
          <Link
            className="link"
            to="/messages/{-$conversation}"
            params={{ conversation: id }}
            search={results}
          >
            {messageTexts.search}
          </Link>
        )}
        <Link
          className="link"
          to="/messages/{-$conversation}"
          params={{ conversation: id }}
          search={listPart(search)}
        >
          {messageTexts.newest}
        </Link>
      </span>
    </p>
  );
}
