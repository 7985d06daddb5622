import { createTaskProcess, TaskCrashed, TaskTooLong } from '../processes/task-process.ts';

export type SectionsAnswer =
  | { sections: Record<string, unknown>; problem?: undefined }
  | { problem: string; sections?: undefined };

const entry = new URL('./sections-process.mjs', import.meta.url);
const timeoutMs = 120_000;
const heapMegabytes = 2_048;

/** Bounds what the calling process parses: a small text must neither become too many objects nor overflow the stack. */
const limits = { maxValues: 4_000_000, maxDepth: 500 };

/**
 * Reads some members of a large JSON object in another process, so the event loop only pays for the requested members, and a text
 * that needs too much memory ends that process alone. The entries of the members come without the names of `leaveOut`. Returns a
 * problem instead of throwing for a bad text; rejects with the reason of the signal.
 */
export async function readJsonSections(
  bytes: Uint8Array<ArrayBuffer>,
  wanted: { sections: readonly string[]; leaveOut: readonly string[] },
  signal: AbortSignal,
): Promise<SectionsAnswer> {
  signal.throwIfAborted();
  const process = createTaskProcess({ entry, heapMegabytes, timeoutMs, idleMs: 0 });
  signal.addEventListener('abort', process.end, { once: true });
  try {
    const answer = await process.ask({ bytes, ...wanted, ...limits });
    const { text, problem } = answer as { text: string; problem?: string };
    return problem === undefined
      ? { sections: JSON.parse(text) as Record<string, unknown> }
      : { problem };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TaskTooLong) return { problem: 'takes too long to read' };
    if (error instanceof TaskCrashed) return { problem: 'takes too much memory to read' };
    throw error;
  } finally {
    signal.removeEventListener('abort', process.end);
  }
}
