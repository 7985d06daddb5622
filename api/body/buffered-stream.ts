import { Readable } from 'node:stream';

/**
 * Many clients read the answer only after they have sent the whole request. Until then, the answer is buffered
 * here, and the import continues.
 */
const maxBufferedBytes = 64 * 1024 * 1024;

/** A client that leaves a full buffer unread for this long has left. */
const patienceMs = 60_000;

/** A stream of texts that are produced ahead of their reader; an error becomes its last text. */
export function bufferedStream(
  first: string,
  texts: AsyncIterator<string, undefined>,
  endWith: (error: unknown) => string,
): Readable {
  let wanted = (): void => undefined;
  const answer = new Readable({ highWaterMark: maxBufferedBytes, read: () => wanted() });
  const room = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error('the client has not read the answer for a minute')),
        patienceMs,
      ).unref();
      wanted = () => {
        clearTimeout(timer);
        resolve();
      };
      answer.once('close', wanted);
    });
  const run = async (): Promise<void> => {
    let hasRoom = answer.push(first);
    for (;;) {
      if (answer.destroyed) return;
      if (!hasRoom) await room();
      const { done, value } = await texts.next();
      if (done) break;
      hasRoom = answer.push(value);
    }
    answer.push(null);
  };
  run().catch((error: unknown) => {
    answer.push(endWith(error));
    answer.push(null);
  });
  return answer;
}
