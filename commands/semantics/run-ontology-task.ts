import { ontologyTasks } from '../../domain/semantics/ontology-tasks.ts';
import type { OntologyTasks } from '../../domain/semantics/ontology-tasks.ts';
import { createTaskThread } from '../../lib/task-thread.ts';
import type { TaskThread } from '../../lib/task-thread.ts';
import { createLanes } from './ontology-lanes.ts';
import type { Lane } from './ontology-lanes.ts';

/** Longer texts are worked on in a thread: 64 kB take about 15 ms. */
const threadAboveCharacters = 64 * 1024;

/** Of one task; the thread is then ended, and the request refused. */
const timeoutMs = 60_000;

/** Large are documents of 32 MB and what is made of them. */
const heapMegabytes: Record<Lane, number> = { small: 1_024, large: 3_072 };

/** Where it is built; from sources, as tests run, there is nothing that a thread could load. */
const entry = import.meta.url.endsWith('.js')
  ? new URL('./ontology-thread.js', import.meta.url)
  : undefined;

const lanes = createLanes();
const threads = new Map<Lane, TaskThread>();

type Name = keyof OntologyTasks;
type Result<Task extends Name> = ReturnType<OntologyTasks[Task]>;

/**
 * Does one of the tasks; larger ones in one of two threads, so that they do not hold up the event loop, nor large ones the small
 * ones. Refuses with `unavailable` what takes too long, and when too much is waiting already.
 */
export function runOntologyTask<Task extends Name>(
  task: Task,
  ...input: Parameters<OntologyTasks[Task]>
): Promise<Result<Task>> {
  const characters = sizeOf(input);
  if (!entry || characters <= threadAboveCharacters) {
    const work = ontologyTasks[task] as (...values: unknown[]) => Result<Task>;
    return Promise.resolve().then(() => work(...input));
  }
  const answer = lanes(characters, (lane) => threadOf(lane, entry).ask({ task, input }));
  return answer as Promise<Result<Task>>;
}

function threadOf(lane: Lane, from: URL): TaskThread {
  const options = { entry: from, heapMegabytes: heapMegabytes[lane], timeoutMs };
  const thread = threads.get(lane) ?? createTaskThread(options);
  threads.set(lane, thread);
  return thread;
}

/** Characters of the texts that a task is given, as far as they stand at the top; an entry of a list counts as a short one. */
function sizeOf(input: readonly unknown[]): number {
  const texts = input.flatMap((value) =>
    typeof value === 'object' && value !== null ? Object.values(value) : [value],
  );
  return texts.reduce((sum: number, value) => sum + charactersOf(value), 0);
}

const charactersOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : Array.isArray(value) ? value.length * 64 : 0;
