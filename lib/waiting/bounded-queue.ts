/** The queue is full. */
export class QueueFull extends Error {
  constructor() {
    super('the queue is full');
    this.name = 'QueueFull';
  }
}

export type BoundedQueue = { add: <T>(size: number, work: () => Promise<T>) => Promise<T> };

/**
 * Runs up to `atOnce` tasks (1 by default) in the order of arrival, and rejects with `QueueFull` a task that would exceed the
 * limits; an empty queue takes any task. Running tasks count like waiting ones.
 */
export function createBoundedQueue(max: {
  tasks: number;
  size: number;
  atOnce?: number;
}): BoundedQueue {
  const { atOnce = 1 } = max;
  const waiting: (() => void)[] = [];
  let [tasks, held, running] = [0, 0, 0];
  const enter = async (): Promise<void> => {
    if (running === atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };
  return {
    add: async (size, work) => {
      const isFull = tasks >= max.tasks || held + size > max.size;
      if (tasks > 0 && isFull) throw new QueueFull();
      tasks++;
      held += size;
      try {
        await enter();
        try {
          return await work();
        } finally {
          leave();
        }
      } finally {
        tasks--;
        held -= size;
      }
    },
  };
}
