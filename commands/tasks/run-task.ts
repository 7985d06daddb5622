import { Refusal } from '../../domain/errors.ts';
import { tasks } from '../../domain/tasks.ts';
import type { TaskAnswer, TaskRequest, Tasks } from '../../domain/tasks.ts';
import { createBoundedQueue, QueueFull } from '../../lib/waiting/bounded-queue.ts';
import { createTaskPool, processesOf } from '../../lib/processes/task-pool.ts';
import type { SizeClass } from '../../lib/processes/task-pool.ts';
import { TaskCrashed, TaskTooLong } from '../../lib/processes/task-process.ts';
import { takeTurn } from '../../lib/waiting/turns.ts';

const [kilobyte, megabyte] = [1024, 1024 * 1024];

/**
 * Sizes are in characters. The queues hold 30 s of small tasks, about a minute of 5 MB documents, and four 32 MB uploads of
 * ontologies, or the three texts of one merge and another upload. The heaps fit the worst text of each size class.
 */
export const taskSizeClasses: readonly SizeClass[] = [
  {
    upTo: 512 * kilobyte,
    heapMegabytes: 1_024,
    timeoutMs: 30_000,
    waiting: { tasks: 200, size: 64 * megabyte },
  },
  {
    upTo: 12 * megabyte,
    heapMegabytes: 2_048,
    timeoutMs: 60_000,
    waiting: { tasks: 50, size: 128 * megabyte },
  },
  {
    upTo: Infinity,
    heapMegabytes: 3_072,
    timeoutMs: 60_000,
    waiting: { tasks: 30, size: 128 * megabyte },
  },
];

/**
 * Maximum length of texts processed in this process, which is faster: the worst 32 kB of JSON take about 15 ms, and so do the
 * worst 8 kB of YAML.
 */
const shortUpTo = { json: 32 * kilobyte, other: 8 * kilobyte };

/** True if a text is short enough for this process. YAML with an anchor never is, because aliases may expand it. */
export function isShort({ text, format }: { text: string; format: string }): boolean {
  if (format === 'json') return text.length <= shortUpTo.json;
  const mayExpand = format !== 'x-www-form-urlencoded' && text.includes('&');
  return text.length <= shortUpTo.other && !mayExpand;
}

/** The compiled entry; undefined when running from sources, as in tests, because a child process cannot load TypeScript. */
const entry = import.meta.url.endsWith('.js')
  ? new URL('./task-entry.js', import.meta.url)
  : undefined;

const pool = entry && createTaskPool(taskSizeClasses, processesOf(entry));

type Name = keyof Tasks;
type Result<Task extends Name> = Awaited<ReturnType<Tasks[Task]>>;

/** Starts the process of small tasks, so that no request waits for it. */
export function warmTasks(): void {
  pool?.warm();
}

/**
 * Runs a task in another process, so that its time and memory do not affect this one; its refusals are thrown here. Refuses with
 * `unavailable` if the queue is full, and with `invalid_body` if the task takes too long or too much memory; a crashed task is
 * tried twice, because the system may have ended the process.
 */
export async function runTask<Task extends Name>(
  task: Task,
  ...input: Parameters<Tasks[Task]>
): Promise<Result<Task>> {
  if (!pool || isSmall(input)) return runHere(task, ...input);
  const message: TaskRequest = { task, input };
  const ask = () => pool.run(sizeOf(input), message);
  const answer = (await ask().catch(againIfCrashed(ask)).catch(refuseFailed)) as TaskAnswer;
  if (answer.failure !== undefined) throw new Error(`${task} failed: ${answer.failure}`);
  if (!answer.refusal) return answer.result as Result<Task>;
  const { code, message: text, ...options } = answer.refusal;
  throw new Refusal(code, text, options);
}

/** True if all texts together are short. */
function isSmall(input: readonly unknown[]): boolean {
  const size = sizeOf(input);
  return (
    size <= shortUpTo.other && textsOf(input).every((text) => isShort({ text, format: 'yaml' }))
  );
}

/** Runs a task in this process, for texts that are too short to matter. */
export async function runHere<Task extends Name>(
  task: Task,
  ...input: Parameters<Tasks[Task]>
): Promise<Result<Task>> {
  const work = tasks[task] as (
    ...values: readonly unknown[]
  ) => Result<Task> | Promise<Result<Task>>;
  return work(...input);
}

const againIfCrashed =
  (ask: () => Promise<unknown>) =>
  (error: unknown): Promise<unknown> => {
    if (error instanceof TaskCrashed) return ask();
    throw error;
  };

/** One task at a time, because `takeTurn` would let concurrent callers all continue at once. */
const inTurn = createBoundedQueue({ tasks: Infinity, size: Infinity, atOnce: 1 });

/** Runs a task on short texts in this process, in a later turn of the event loop if the current one has used up its budget. */
export async function runInTurn<Task extends Name>(
  task: Task,
  ...input: Parameters<Tasks[Task]>
): Promise<Result<Task>> {
  return inTurn.add(1, async (): Promise<Result<Task>> => {
    await takeTurn();
    return runHere(task, ...input);
  });
}

/**
 * Unbounded queue of tasks on stored texts: a request that has read its text is not refused because of others, and only a few
 * enter the queues of the processes.
 */
const onStored = createBoundedQueue({ tasks: Infinity, size: Infinity, atOnce: 4 });

/** Runs a task on the text of one or more stored documents, which is JSON: here if it is short, else like `runTask`, in turn. */
export async function runOnStored<Task extends Name>(
  task: Task,
  ...input: Parameters<Tasks[Task]>
): Promise<Result<Task>> {
  if (sizeOf(input) <= shortUpTo.json) return runInTurn(task, ...input);
  return onStored.add(1, () => runTask(task, ...input));
}

function refuseFailed(error: unknown): never {
  if (error instanceof QueueFull) {
    throw new Refusal('unavailable', 'Too many large bodies are waiting; try again.');
  }
  const much =
    error instanceof TaskTooLong
      ? 'long'
      : error instanceof TaskCrashed
        ? 'much memory'
        : undefined;
  if (much === undefined) throw error;
  throw new Refusal(
    'invalid_body',
    `The body takes too ${much} to process: make it smaller, or split it.`,
  );
}

/** Characters of the top-level texts in the input of a task; a list item counts as a short text. */
function sizeOf(input: readonly unknown[]): number {
  return valuesOf(input).reduce((sum: number, value) => sum + charactersOf(value), 0);
}

const valuesOf = (input: readonly unknown[]): unknown[] =>
  input.flatMap((value) =>
    typeof value === 'object' && value !== null ? Object.values(value) : [value],
  );

const textsOf = (input: readonly unknown[]): string[] =>
  valuesOf(input).filter((value) => typeof value === 'string');

const charactersOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : Array.isArray(value) ? value.length * 64 : 0;
