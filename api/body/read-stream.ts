import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuse } from '../../domain/errors.ts';
import { allowLongUpload } from '../http/long-uploads.ts';
import { formatOf, refuseBroken, encodingOf, unpackBody } from './read-body.ts';
import type { BodyRule } from '../route.ts';
import type { BodyStream } from '../exchange.ts';

/** A client that sends nothing for this long is treated as disconnected. */
const silentMs = 60_000;

/** Opens a body that is read piece by piece, of any length and duration; pauses are limited to `silentMs`. */
export function openBody(
  request: IncomingMessage,
  response: ServerResponse,
  rule: BodyRule | undefined,
): BodyStream {
  if (!rule?.streamed) throw new Error('the route does not stream its body');
  const format = formatOf(request, rule);
  if (format === 'turtle' || format === 'rdf+xml') throw new Error('RDF is not streamed');
  const body = unpackBody(request);
  allowLongUpload(request, response);
  return { format, chunks: readChunks(body, encodingOf(request)) };
}

async function* readChunks(body: AsyncGenerator<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  try {
    for (;;) {
      const next = await inTime(body.next()).catch((error: unknown) =>
        error === silence ? refuseSilence() : refuseBroken(error, encoding),
      );
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: if the client is silent, it ends only with the connection.
    body.return(undefined).catch(() => undefined);
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
