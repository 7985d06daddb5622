import { Readable } from 'node:stream';

/**
 * Many clients read an answer only when they have sent their whole request; until then so much of the answer waits
 * here, and the import goes on meanwhile.
 */
const mostWaiting = 64 * 1024 * 1024;

/** A client that reads nothing for so long, with all that waiting for it, has gone. */
const patienceMs = 60_000;

/** An answer of texts that are made without waiting for their reader; what is thrown becomes its last text. */
export function pushAhead(
  first: string,
  texts: AsyncIterator<string, undefined>,
  endWith: (error: unknown) => string,
): Readable {
  let wanted = (): void => undefined;
  const answer = new Readable({ highWaterMark: mostWaiting, read: () => wanted() });
  const room = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error('nobody reads the answer')),
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
