import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';

export type ServerSent = { id: string; event: string; data: any };

/** An open stream of events, as read by a standard client. */
export type EventSourceClient = {
  status: number;
  headers: IncomingMessage['headers'];
  /** The received events in order. */
  events: ServerSent[];
  /** The id that a standard client reconnects with: of the last event, or of a block without an event. */
  position: () => string | undefined;
  /** Number of comment lines, which keep the connection alive. */
  comments: () => number;
  /** The end of the stream: in order, or cut off; undefined while it is open. */
  ended: () => 'in order' | 'cut off' | undefined;
  /** Everything that is not an event, e.g. a refusal. */
  text: () => string;
  /** Stops reading. */
  pause: () => void;
  resume: () => void;
  close: () => void;
};

/** `path` is the feed by default; no `key` is sent if it is missing. */
type Target = { port: number; key?: string; path?: string };

export function openEvents(
  { port, key, path = '/api/events' }: Target,
  query = '',
  headers: Record<string, string> = {},
): Promise<EventSourceClient> {
  return new Promise((resolve, reject) => {
    const asked = request({
      port,
      host: '127.0.0.1',
      path: `${path}${query}`,
      agent: false,
      headers: { accept: 'text/event-stream', ...(key && { 'x-api-key': key }), ...headers },
    });
    asked.on('error', reject);
    asked.on('response', (response) => resolve(follow(asked, response)));
    asked.end();
  });
}

function follow(asked: ClientRequest, response: IncomingMessage): EventSourceClient {
  const events: ServerSent[] = [];
  let comments = 0;
  let rest = '';
  let position: string | undefined;
  let ended: 'in order' | 'cut off' | undefined;
  response.setEncoding('utf8');
  response.on('data', (part: string) => {
    const blocks = (rest + part).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      position = /^id: (.*)$/m.exec(block)?.[1] ?? position;
      if (block.startsWith(':')) comments += 1;
      else if (!block.startsWith('retry:')) events.push(readBlock(block));
    }
  });
  response.on('end', () => (ended ??= 'in order'));
  response.on('error', () => (ended ??= 'cut off'));
  asked.on('error', () => (ended ??= 'cut off'));
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    position: () => position,
    comments: () => comments,
    ended: () => ended,
    text: () => rest,
    pause: () => response.pause(),
    resume: () => response.resume(),
    close: () => asked.destroy(),
  };
}

function readBlock(block: string): ServerSent {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)];
    }),
  );
  const { id = '', event = '', data = 'null' } = fields;
  return { id, event, data: JSON.parse(data) as unknown };
}
