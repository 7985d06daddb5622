import { MessageChannel, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { Refusal } from '../../domain/errors.ts';
import { ontologyTasks } from '../../domain/semantics/ontology-tasks.ts';
import type { OntologyTasks } from '../../domain/semantics/ontology-tasks.ts';

/** Longer texts are worked on in a thread: 64 kB take about 15 ms. */
const threadAboveCharacters = 64 * 1024;

/** Of one task; the thread is then ended, and the request refused. */
const timeoutMs = 60_000;

/** A document of 32 MB and what is made of it. */
const heapMegabytes = 3_072;

/** Where it is built; from sources, as tests run, there is nothing that a thread could load. */
const entry = import.meta.url.endsWith('.js')
  ? new URL('./ontology-thread.js', import.meta.url)
  : undefined;

type Name = keyof OntologyTasks;
type Result<Task extends Name> = ReturnType<OntologyTasks[Task]>;

/**
 * Does one of the tasks; large ones in a thread, one after the other, so that they hold up neither the event loop nor the other
 * core. Refuses with `unavailable` what takes too long.
 */
export function runOntologyTask<Task extends Name>(
  task: Task,
  ...input: Parameters<OntologyTasks[Task]>
): Promise<Result<Task>> {
  if (!entry || sizeOf(input) <= threadAboveCharacters) {
    const work = ontologyTasks[task] as (...values: unknown[]) => Result<Task>;
    return Promise.resolve().then(() => work(...input));
  }
  const answer = queue.then(() => askThread(entry, { task, input }));
  queue = answer.catch(() => undefined);
  return answer as Promise<Result<Task>>;
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

type Thread = {
  worker: Worker;
  port: MessagePort;
  settle: (error: Error | undefined, answer?: unknown) => void;
};

let thread: Thread | undefined;
let queue: Promise<unknown> = Promise.resolve();

function askThread(from: URL, message: object): Promise<unknown> {
  const current = (thread ??= startThread(from));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => endThread(current, tooLong()), timeoutMs);
    current.settle = (error, answer) => {
      clearTimeout(timer);
      current.worker.unref();
      current.port.unref();
      if (error) reject(error);
      else resolve(answer);
    };
    current.worker.ref();
    current.port.ref();
    current.port.postMessage(message);
  });
}

function startThread(from: URL): Thread {
  const { port1: port, port2 } = new MessageChannel();
  const worker = new Worker(from, {
    workerData: { port: port2 },
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  const started: Thread = { worker, port, settle: () => undefined };
  port.on('message', (answer: unknown) => started.settle(undefined, answer));
  worker.on('error', (error: Error) => endThread(started, error));
  worker.on('exit', () => endThread(started, new Error('the thread for ontologies has ended')));
  return started;
}

function endThread(ended: Thread, error: Error): void {
  if (thread === ended) thread = undefined;
  ended.port.close();
  void ended.worker.terminate();
  ended.settle(error);
}

function tooLong(): Error {
  const message = 'The ontology takes too long to work on; split it into several.';
  return new Refusal('unavailable', message);
}
