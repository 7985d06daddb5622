import { createBoundedQueue, QueueFull } from '../../lib/bounded-queue.ts';
import { TaskTooLong } from '../../lib/task-thread.ts';
import { Refusal } from '../../domain/errors.ts';

/** Larger tasks have a lane of their own; up to here one takes about a third of a second. */
const largeAboveCharacters = 1024 * 1024;

const million = 1024 * 1024;

/**
 * What may wait in each lane: 30 s of small tasks; about 100 s of large ones, four uploads of 32 MB or the three texts of one merge
 * and another upload.
 */
const mostWaiting = {
  small: { tasks: 200, size: 64 * million },
  large: { tasks: 30, size: 128 * million },
};

export type Lane = keyof typeof mostWaiting;

/** Does a task in the lane that its size gives it. */
export type Lanes = (
  characters: number,
  work: (lane: Lane) => Promise<unknown>,
) => Promise<unknown>;

/**
 * Two lanes, so that nobody's small upload or merge waits behind somebody's large one. Refuses with `unavailable` what would make
 * too much wait, and what takes too long.
 */
export function createLanes(): Lanes {
  const queues = {
    small: createBoundedQueue(mostWaiting.small),
    large: createBoundedQueue(mostWaiting.large),
  };
  return (characters, work) => {
    const lane = characters > largeAboveCharacters ? 'large' : 'small';
    return refusing(queues[lane].add(characters, () => work(lane)));
  };
}

/** The same, refused with `unavailable` where a queue is full or a task has taken too long. */
export function refusing<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw toRefusal(error);
  });
}

function toRefusal(error: unknown): unknown {
  if (error instanceof QueueFull) {
    return new Refusal('unavailable', 'Too many large ontologies wait to be read; try again.');
  }
  if (error instanceof TaskTooLong) {
    const message = 'The ontology takes too long to work on; split it into several.';
    return new Refusal('unavailable', message);
  }
  return error;
}
