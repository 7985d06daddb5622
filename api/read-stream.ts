import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse } from '../domain/errors.ts';
import { allowLongUpload } from './long-uploads.ts';
import { encodingOf, formatOf, refuseBroken, unpacked } from './read-body.ts';
import type { BodyRule, BodyStream } from './route.ts';

/** A client that sends nothing for so long has gone, or will not be waited for. */
const silentMs = 60_000;

/** Opens a body that is read piece by piece, however long it is and however long it takes; it may not stand still. */
export function openBody(
  request: IncomingMessage,
  response: ServerResponse,
  rule: BodyRule | undefined,
): BodyStream {
  if (!rule?.streamed) throw new Error('the route does not stream its body');
  const format = formatOf(request, rule);
  if (format === 'turtle' || format === 'rdf+xml') throw new Error('RDF is not streamed');
  const stream = unpacked(request);
  allowLongUpload(request, response);
  // Left early, the iterator must not destroy the connection that the answer goes through.
  const iterator = stream.iterator({ destroyOnReturn: false });
  return { format, chunks: readChunks(iterator, encodingOf(request)) };
}

async function* readChunks(
  iterator: AsyncIterator<Buffer>,
  encoding: string,
): AsyncGenerator<Buffer> {
  for (;;) {
    const next = await inTime(iterator.next()).catch((error: unknown) =>
      error === silence ? refuseSilence() : refuseBroken(error, encoding),
    );
    if (next.done) return;
    yield next.value;
  }
}

const silence = new Error('nothing came');

function inTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(silence), silentMs).unref();
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function refuseSilence(): never {
  return refuse('malformed_body', `The body stood still for ${silentMs / 1000} seconds.`);
}
