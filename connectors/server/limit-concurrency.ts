import { createBoundedQueue } from '../../lib/waiting/bounded-queue.ts';

/** Runs at most `count` pieces of work at a time, the others in their order; for platforms that have no sessions. */
export function limitConcurrency(
  count: number,
): <Value>(work: () => Promise<Value>) => Promise<Value> {
  const queue = createBoundedQueue({ tasks: Infinity, size: Infinity, atOnce: count });
  return (work) => queue.add(0, work);
}
