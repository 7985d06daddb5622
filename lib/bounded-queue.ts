/** Nothing more is taken at the moment. */
export class QueueFull extends Error {
  constructor() {
    super('too much is waiting already');
    this.name = 'QueueFull';
  }
}

export type BoundedQueue = { add: <T>(size: number, work: () => Promise<T>) => Promise<T> };

/**
 * Does one thing after the other, and rejects with `QueueFull` what would make more wait than this; an empty queue takes anything.
 * What is under way counts like what waits.
 */
export function createBoundedQueue(most: { tasks: number; size: number }): BoundedQueue {
  let tasks = 0;
  let held = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    add: (size, work) => {
      const isFull = tasks >= most.tasks || held + size > most.size;
      if (tasks > 0 && isFull) return Promise.reject(new QueueFull());
      tasks++;
      held += size;
      const done = last.then(work).finally(() => {
        tasks--;
        held -= size;
      });
      last = done.catch(() => undefined);
      return done;
    },
  };
}
