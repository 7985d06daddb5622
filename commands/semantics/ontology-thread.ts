import { workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { ontologyTasks } from '../../domain/semantics/ontology-tasks.ts';

// A port of its own: what the tasks import listens to the usual one, because it is the entry of another thread.
const { port } = workerData as { port: MessagePort };

/** Entry of the thread that works on large ontologies: answers each message with what its task gives. */
port.on('message', ({ task, input }: { task: keyof typeof ontologyTasks; input: never[] }) => {
  const work = ontologyTasks[task] as (...values: never[]) => unknown;
  port.postMessage(work(...input));
});
