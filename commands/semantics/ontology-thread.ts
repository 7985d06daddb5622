import { parentPort } from 'node:worker_threads';
import { ontologyTasks } from '../../domain/semantics/ontology-tasks.ts';

/** Entry of the thread that works on large ontologies: answers each message with what its task gives. */
parentPort?.on(
  'message',
  ({ task, input }: { task: keyof typeof ontologyTasks; input: never[] }) => {
    const work = ontologyTasks[task] as (...values: never[]) => unknown;
    parentPort?.postMessage(work(...input));
  },
);
