import type { SentRecord } from './split-records.ts';

export type BatchLimits = { documents: number; bytes: number; idleMs: number };

/**
 * Collects records until a batch is full, or until none has arrived for a while, so that a client that sends
 * slowly and waits for the answers gets them.
 */
export async function* collectBatches(
  records: AsyncIterator<SentRecord[]>,
  limits: BatchLimits,
): AsyncGenerator<SentRecord[]> {
  let batch: SentRecord[] = [];
  let bytes = 0;
  const take = (): SentRecord[] => {
    const taken = batch;
    batch = [];
    bytes = 0;
    return taken;
  };
  let next = records.next();
  for (;;) {
    if (batch.length > 0 && (await isIdle(next, limits.idleMs))) yield take();
    const { done, value } = await next;
    if (done) break;
    // An error is thrown by the next `await`; this handler only prevents an unhandled rejection.
    next = records.next();
    next.catch(() => undefined);
    for (const record of value) {
      batch.push(record);
      bytes += record.bytes.length;
      if (batch.length >= limits.documents || bytes >= limits.bytes) yield take();
    }
  }
  if (batch.length > 0) yield take();
}

function isIdle(next: Promise<unknown>, idleMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), idleMs);
    const settled = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    next.then(settled, settled);
  });
}
