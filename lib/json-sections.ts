import { Worker } from 'node:worker_threads';

export type SectionsAnswer =
  | { sections: Record<string, unknown>; problem?: undefined }
  | { problem: string; sections?: undefined };

const timeoutMs = 120_000;
const threadMemoryMb = 2_048;

/**
 * Some members of a large JSON object, parsed in a thread: the event loop is held up by what is asked for only. The entries of these
 * members come without the names of `leaveOut`. `bytes` is given away. Says what is wrong instead of throwing; rejects with
 * the reason of the signal.
 */
export async function readJsonSections(
  bytes: Uint8Array<ArrayBuffer>,
  wanted: { sections: readonly string[]; leaveOut: readonly string[] },
  signal: AbortSignal,
): Promise<SectionsAnswer> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./json-sections-thread.mjs', import.meta.url), {
    workerData: { bytes, ...wanted },
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb },
  });
  try {
    return await firstAnswer(worker, signal);
  } finally {
    await worker.terminate();
  }
}

function firstAnswer(worker: Worker, signal: AbortSignal): Promise<SectionsAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (problem: string): void => resolve({ problem });
    const abort = (): void => reject(signal.reason);
    const timer = setTimeout(() => fail('takes too long to read'), timeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    worker.on('message', resolve);
    worker.on('error', (error: Error) => fail(`cannot be read (${error.message})`));
    worker.on('exit', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      fail('cannot be read');
    });
  });
}
