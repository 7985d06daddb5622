import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { messageTexts } from '../../../texts/messages/messages.ts';
import { forgetOlder, refreshNewest } from '../newest-messages.ts';
import { messagesQuery } from '../queries.ts';
import type { ConversationDetail } from '../types.ts';
import { useArrivals } from '../use-arrivals.ts';
import type { Outbox } from '../use-outbox.ts';
import { MessageRows } from './message-rows.tsx';

type MessageLogProps = { conversation: ConversationDetail; outbox: Outbox };

/** The messages, oldest first; those that are being sent are the last. New ones are spoken by the live region of the page. */
export function MessageLog({ conversation, outbox }: MessageLogProps) {
  const query = useInfiniteQuery(messagesQuery(conversation.id));
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const messages = useMemo(
    () => (data?.pages.flatMap((page) => page.data) ?? []).toReversed(),
    [data],
  );
  useNewest(conversation.id);
  useArrivals(conversation, messages);
  const loadOlder = useCallback(() => {
    // After a failure the button repeats it.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return (
    <div
      className="talk-log"
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-busy={isFetchingNextPage}
      aria-label={messageTexts.log}
    >
      <Loaded query={query} skeleton={<SkeletonLines lines={8} />}>
        {() => (
          <MessageRows
            conversation={conversation}
            messages={messages}
            outbox={outbox}
            onNearStart={loadOlder}
            head={hasNextPage ? <Older query={query} /> : <Beginning conversation={conversation} />}
          />
        )}
      </Loaded>
    </div>
  );
}

type OlderProps = {
  query: {
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
};

/** Older messages come while one scrolls; the button is for those who do not, and for what failed. */
function Older({ query: { isFetchingNextPage, isFetchNextPageError, fetchNextPage } }: OlderProps) {
  return (
    <>
      {isFetchNextPageError && (
        <span className="tiny field-problem">{messageTexts.olderFailed}</span>
      )}
      <Button compact disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchingNextPage ? messageTexts.loadingOlder : messageTexts.older}
      </Button>
    </>
  );
}

function Beginning({ conversation: { groupId, name } }: { conversation: ConversationDetail }) {
  return (
    <p className="small faint">
      {groupId === null ? messageTexts.begin(name) : messageTexts.beginGroup(name)}
    </p>
  );
}

/** A tab that was hidden reads the newest messages when it is seen again, which marks them as read. */
function useNewest(conversationId: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const onSeen = (): void => {
      if (!document.hidden) void refreshNewest(queryClient, conversationId);
    };
    document.addEventListener('visibilitychange', onSeen);
    return () => {
      document.removeEventListener('visibilitychange', onSeen);
      forgetOlder(queryClient, conversationId);
    };
  }, [queryClient, conversationId]);
}
