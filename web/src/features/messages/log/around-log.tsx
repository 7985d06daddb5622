import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { useNow } from '../../../lib/now.ts';
import { messageTexts } from '../../../texts/messages/messages.ts';
import { linesOf } from './log-lines.ts';
import { MessageItem } from './message-item.tsx';
import { aroundQuery } from '../queries.ts';
import type { ConversationDetail, Message } from '../types.ts';

type AroundLogProps = { conversation: ConversationDetail; at: string };

/** The messages around one that was found. */
export function AroundLog({ conversation, at }: AroundLogProps) {
  const around = useQuery(aroundQuery(conversation.id, at));
  return (
    <div className="talk-log" tabIndex={0} role="region" aria-label={messageTexts.log}>
      <Loaded query={around} skeleton={<SkeletonLines lines={8} />}>
        {(messages) => <Lines key={at} conversation={conversation} at={at} messages={messages} />}
      </Loaded>
    </div>
  );
}

function Lines({ conversation, at, messages }: AroundLogProps & { messages: readonly Message[] }) {
  const now = useNow();
  const list = useRef<HTMLOListElement>(null);
  const [edited, setEdited] = useState<string>();
  const lines = useMemo(() => linesOf(messages, now), [messages, now]);
  useEffect(() => {
    list.current?.querySelector('.found')?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <ol className="talk-lines" ref={list}>
      {lines.map((line) => (
        <li key={line.message.id}>
          <MessageItem
            conversation={conversation}
            line={line}
            isFound={line.message.id === at}
            isEditing={line.message.id === edited}
            onEdit={(isBegun) => setEdited(isBegun ? line.message.id : undefined)}
          />
        </li>
      ))}
    </ol>
  );
}
