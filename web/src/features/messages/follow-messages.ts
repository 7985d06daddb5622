import type { Message } from './types.ts';
import { callV1 } from './v1.ts';

/** What the stream of messages says. */
export type StreamEvent =
  | { type: 'created' | 'updated'; message: Message }
  | { type: 'deleted'; id: string; conversationId: string }
  | { type: 'truncated' };

const reconnectMs = 2_000;
const refusedMs = 30_000;

type FollowOptions = {
  /** Called when a stream is open: what came between the reads of the page and now has been missed. */
  onOpen: (isFirst: boolean) => void;
  onEvents: (events: readonly StreamEvent[]) => void;
  signal: AbortSignal;
};

/** Follows the messages of all conversations until the signal aborts, and connects again after each end. */
export async function followMessages({ onOpen, onEvents, signal }: FollowOptions): Promise<void> {
  let lastId = '';
  let isFirst = true;
  const readStream = async (): Promise<number> => {
    const headers = { accept: 'text/event-stream', ...(lastId && { 'last-event-id': lastId }) };
    const response = await callV1('/messages/stream', { headers, signal });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      return Number(response.headers.get('retry-after')) * 1_000 || refusedMs;
    }
    onOpen(isFirst || lastId === '');
    isFirst = false;
    const texts = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await texts.read();
      if (done) return reconnectMs;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const id of blocks.map((block) => fieldOf(block, 'id'))) lastId = id || lastId;
      onEvents(blocks.flatMap(eventOf));
    }
  };
  while (!signal.aborted) {
    const delayMs = await readStream().catch(() => reconnectMs);
    await pause(delayMs, signal);
  }
}

function fieldOf(block: string, name: string): string {
  const line = block.split('\n').find((each) => each.startsWith(`${name}: `));
  return line?.slice(name.length + 2) ?? '';
}

type Deleted = { id: string; conversation_id: string; deleted: true };

function eventOf(block: string): StreamEvent[] {
  const type = fieldOf(block, 'event');
  if (type === 'truncated') return [{ type }];
  const text = fieldOf(block, 'data');
  if (!type.startsWith('message.') || text === '') return [];
  const data = JSON.parse(text) as Message | Deleted;
  if ('deleted' in data) {
    return [{ type: 'deleted', id: data.id, conversationId: data.conversation_id }];
  }
  return [{ type: type === 'message.created' ? 'created' : 'updated', message: data }];
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
