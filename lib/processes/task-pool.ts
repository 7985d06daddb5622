import { createBoundedQueue } from '../waiting/bounded-queue.ts';
import { createTaskProcess } from './task-process.ts';
import type { TaskProcess } from './task-process.ts';

/** A class of tasks up to a size, which share one process; `waiting` bounds the queue of the class. */
export type SizeClass = {
  upTo: number;
  heapMegabytes: number;
  timeoutMs: number;
  waiting: { tasks: number; size: number };
};

export type TaskPool = {
  /** Rejects with `QueueFull`, `TaskTooLong` and `TaskCrashed`. */
  run: (size: number, message: object) => Promise<unknown>;
  /** Starts the process of the smallest tasks. */
  warm: () => void;
};

const keptMs = 60_000;

/**
 * Runs tasks in child processes, one for each size class, so that small tasks never wait behind large ones. The process of the
 * first class stays; the others end after a minute without tasks.
 */
export function createTaskPool(
  sizeClasses: readonly SizeClass[],
  create: (sizeClass: SizeClass, idleMs: number) => TaskProcess,
): TaskPool {
  const made = sizeClasses.map((sizeClass, index) => ({
    sizeClass,
    queue: createBoundedQueue(sizeClass.waiting),
    process: create(sizeClass, index === 0 ? maxTimerMs : keptMs),
  }));
  return {
    run: (size, message) => {
      const fitting = made.find(({ sizeClass }) => size <= sizeClass.upTo) ?? made.at(-1);
      if (!fitting) throw new Error('no size class takes a task of this size');
      return fitting.queue.add(size, () => fitting.process.ask(message));
    },
    warm: () => made[0]?.process.start(),
  };
}

/** The longest delay of Node's timers. */
const maxTimerMs = 2 ** 31 - 1;

/** Creates the processes of a pool from one entry file. */
export const processesOf =
  (entry: URL) =>
  ({ heapMegabytes, timeoutMs }: SizeClass, idleMs: number): TaskProcess =>
    createTaskProcess({ entry, heapMegabytes, timeoutMs, idleMs });
