import { Refusal } from '../../domain/errors.ts';
import { tasks } from '../../domain/tasks.ts';
import type { TaskAnswer, TaskRequest } from '../../domain/tasks.ts';

/** Entry of the task processes: answers each message with the result of its task, or its refusal. */
process.on('message', (request: TaskRequest) => {
  void answer(request).then((message) => process.send?.(message));
});

// The process ends when its parent closes the channel; a signal to the whole process group must not end tasks of a parent that is
// draining.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

async function answer({ task, input }: TaskRequest): Promise<TaskAnswer> {
  const work = tasks[task] as (...values: readonly unknown[]) => unknown;
  try {
    return { result: await work(...input) };
  } catch (error) {
    if (!(error instanceof Refusal)) return { failure: String((error as Error).stack ?? error) };
    const { code, message, violations, extra } = error;
    return { refusal: { code, message, violations, extra } };
  }
}
