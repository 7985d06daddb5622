import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useNow } from '../../../lib/now.ts';
import type { ConversationDetail, Message } from '../types.ts';
import type { Outbox } from '../use-outbox.ts';
import { linesOf } from './log-lines.ts';
import type { LogLine } from './log-lines.ts';
import { MessageItem } from './message-item.tsx';
import { WaitingItem } from './waiting-item.tsx';

/** Height of a line before it is measured. */
const lineHeight = 44;

/** Height of what stands above the first message, so that it can change without moving the messages. */
const headHeight = 64;

/** Somebody who reads this close to the end goes along with new messages. */
const nearEndPx = 80;

/** Older messages are loaded when fewer lines than these are above the first visible one. */
const ahead = 20;

type MessageRowsProps = {
  conversation: ConversationDetail;
  messages: readonly Message[];
  outbox: Outbox;
  head: ReactNode;
  /** Called when the reader comes near to the first message. */
  onNearStart: () => void;
};

/** The messages and those that are being sent, of which only the visible ones exist. What is read stays in its place when older ones come. */
export function MessageRows(props: MessageRowsProps) {
  const { conversation, messages, outbox, head, onNearStart } = props;
  const now = useNow();
  const lines = useMemo(() => linesOf(messages, now), [messages, now]);
  const [edited, setEdited] = useState<string>();
  const { list, virtual } = useLogRows({ lines, waiting: outbox.waiting, edited, onNearStart });
  return (
    <ol ref={list} className="talk-lines virtual-rows" style={{ height: virtual.getTotalSize() }}>
      <li className="talk-head-line" style={{ height: headHeight }}>
        {head}
      </li>
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const line = lines[index];
        const unsent = outbox.waiting[index - lines.length];
        const id = line?.message.id;
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            style={{ transform: `translateY(${start}px)` }}
          >
            {line !== undefined && (
              <MessageItem
                conversation={conversation}
                line={line}
                isEditing={id === edited}
                onEdit={(isBegun) => setEdited(isBegun ? id : undefined)}
              />
            )}
            {unsent !== undefined && <WaitingItem message={unsent} outbox={outbox} />}
          </li>
        );
      })}
    </ol>
  );
}

type LogRows = {
  lines: readonly LogLine[];
  waiting: Outbox['waiting'];
  /** The message that is being changed. */
  edited: string | undefined;
  onNearStart: () => void;
};

/** The list begins with the newest message, and comes back to it with each own one. */
function useLogRows({ lines, waiting, edited, onNearStart }: LogRows) {
  const list = useRef<HTMLOListElement>(null);
  const virtual = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: lines.length + waiting.length,
    estimateSize: () => lineHeight,
    overscan: 12,
    getScrollElement: () => list.current?.closest<HTMLElement>('.talk-log') ?? null,
    getItemKey: (index) =>
      lines[index]?.message.id ?? waiting[index - lines.length]?.key ?? `${index}`,
    rangeExtractor: useWithEdited(lines.findIndex(({ message }) => message.id === edited)),
    paddingStart: headHeight,
    paddingEnd: 12,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: nearEndPx,
  });
  const { scrollToEnd } = virtual;
  useLayoutEffect(() => scrollToEnd(), [scrollToEnd, waiting.length]);
  useEndKey(list, scrollToEnd);
  const isNearStart =
    virtual.scrollDirection === 'backward' && (virtual.range?.startIndex ?? 0) < ahead;
  useEffect(() => {
    if (isNearStart) onNearStart();
  }, [isNearStart, onNearStart]);
  return { list, virtual };
}

/** A message that is being changed stays, wherever one scrolls: it has what was typed. */
const useWithEdited = (edited: number) =>
  useCallback(
    (range: Range) => {
      const visible = defaultRangeExtractor(range);
      if (edited === -1 || visible.includes(edited)) return visible;
      return [...visible, edited].toSorted((one, other) => one - other);
    },
    [edited],
  );

/** The key leads to the newest message: the scrolling of the browser ends when lines are measured on its way. */
function useEndKey(list: RefObject<HTMLOListElement | null>, scrollToEnd: () => void): void {
  useEffect(() => {
    const log = list.current?.closest<HTMLElement>('.talk-log');
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'End' || event.target !== log) return;
      event.preventDefault();
      scrollToEnd();
    };
    log?.addEventListener('keydown', onKey);
    return () => log?.removeEventListener('keydown', onKey);
  }, [list, scrollToEnd]);
}
