import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { useNow } from '../../../lib/now.ts';
import { messageTexts } from '../../../texts/messages/messages.ts';
import { linesOf } from './log-lines.ts';
import { MessageItem } from './message-item.tsx';
import { messagesQuery } from '../queries.ts';
import type { ConversationDetail, Message } from '../types.ts';
import { useMarkRead } from '../use-mark-read.ts';
import type { Outbox } from '../use-outbox.ts';
import { WaitingItem } from './waiting-item.tsx';

type MessageLogProps = { conversation: ConversationDetail; outbox: Outbox };

/** The messages, oldest first; those that are being sent are the last. */
export function MessageLog({ conversation, outbox }: MessageLogProps) {
  const query = useInfiniteQuery(messagesQuery(conversation.id));
  const messages = useMemo(
    () => (query.data?.pages.flatMap(({ data }) => data) ?? []).toReversed(),
    [query.data],
  );
  useRefreshWhenSeen(conversation.id);
  useMarkRead(conversation, messages);
  const { ref, onScroll } = useStayAtEnd(messages);
  return (
    <div
      className="talk-log"
      ref={ref}
      onScroll={onScroll}
      tabIndex={0}
      role="log"
      aria-label={messageTexts.log}
    >
      <Loaded query={query} skeleton={<SkeletonLines lines={8} />}>
        {() => (
          <>
            {query.hasNextPage ? (
              <Button
                compact
                className="talk-older"
                disabled={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {query.isFetchingNextPage ? messageTexts.loadingOlder : messageTexts.older}
              </Button>
            ) : (
              <Beginning conversation={conversation} />
            )}
            <Lines conversation={conversation} messages={messages} outbox={outbox} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Beginning({ conversation: { groupId, name } }: { conversation: ConversationDetail }) {
  return (
    <p className="small faint talk-begin">
      {groupId === null ? messageTexts.begin(name) : messageTexts.beginGroup(name)}
    </p>
  );
}

type LinesProps = {
  conversation: ConversationDetail;
  messages: readonly Message[];
  outbox: Outbox;
};

function Lines({ conversation, messages, outbox }: LinesProps) {
  const now = useNow();
  const lines = useMemo(() => linesOf(messages, now), [messages, now]);
  return (
    <ol className="talk-lines">
      {lines.map((line) => (
        <MessageItem key={line.message.id} conversation={conversation} line={line} />
      ))}
      {outbox.waiting.map((each) => (
        <WaitingItem key={each.key} message={each} outbox={outbox} />
      ))}
    </ol>
  );
}

/** A tab that was hidden reads the messages again when it is seen, which marks them as read. */
function useRefreshWhenSeen(conversationId: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const onSeen = (): void => {
      if (document.hidden) return;
      void queryClient.invalidateQueries({ queryKey: ['messages', 'list', conversationId] });
    };
    document.addEventListener('visibilitychange', onSeen);
    return () => document.removeEventListener('visibilitychange', onSeen);
  }, [queryClient, conversationId]);
}

const nearEndPx = 80;

/** Shows the newest message, unless somebody has scrolled up; older messages that are loaded do not move what is read. */
function useStayAtEnd(messages: readonly Message[]) {
  const ref = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const height = useRef(0);
  const oldest = useRef<string>(undefined);
  useLayoutEffect(() => {
    const log = ref.current;
    if (log === null) return;
    const first = messages[0]?.id;
    const hasOlder = oldest.current !== undefined && first !== oldest.current;
    if (hasOlder && !isAtEnd.current) log.scrollTop += log.scrollHeight - height.current;
    else if (isAtEnd.current) log.scrollTop = log.scrollHeight;
    height.current = log.scrollHeight;
    oldest.current = first;
  });
  useEffect(() => {
    const log = ref.current;
    if (log === null) return;
    // Pictures get their height when they arrive.
    const follow = (): void => {
      if (isAtEnd.current) log.scrollTop = log.scrollHeight;
      height.current = log.scrollHeight;
    };
    log.addEventListener('load', follow, true);
    return () => log.removeEventListener('load', follow, true);
  }, []);
  const onScroll = () => {
    const log = ref.current;
    if (log === null) return;
    isAtEnd.current = log.scrollHeight - log.scrollTop - log.clientHeight < nearEndPx;
  };
  return { ref, onScroll };
}
