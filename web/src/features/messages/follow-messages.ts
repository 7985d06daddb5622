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
  /** Called when a stream is open. Unless it goes on after the last event, what came between the reads of the page and now was missed. */
  onOpen: (hasMissed: boolean) => void;
  onEvents: (events: readonly StreamEvent[]) => void;
  signal: AbortSignal;
};

/** Follows the messages of all conversations until the signal aborts, and connects again after each end. */
export async function followMessages(options: FollowOptions): Promise<void> {
  const { signal } = options;
  const place: Place = { lastId: '' };
  while (!signal.aborted) {
    const delayMs = await readStream(options, place).catch(() => reconnectMs);
    await pause(delayMs, signal);
  }
}

/** Where the next stream goes on. */
type Place = { lastId: string };

/** Reads one stream to its end; returns the delay before the next one. */
async function readStream({ onOpen, onEvents, signal }: FollowOptions, place: Place) {
  const position = place.lastId === '' ? {} : { 'last-event-id': place.lastId };
  const headers = { accept: 'text/event-stream', ...position };
  const response = await callV1('/messages/stream', { headers, signal });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    return Number(response.headers.get('retry-after')) * 1_000 || refusedMs;
  }
  onOpen(place.lastId === '');
  const texts = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await texts.read();
    if (done) return reconnectMs;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    place.lastId = blocks.map((block) => fieldOf(block, 'id')).findLast(Boolean) ?? place.lastId;
    onEvents(blocks.flatMap(eventOf));
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
