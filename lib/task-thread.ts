import { MessageChannel, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';

/** A task took longer than its thread gives it; the thread was ended. */
export class TaskTooLong extends Error {
  constructor(timeoutMs: number) {
    super(`took longer than ${timeoutMs / 1000} s`);
    this.name = 'TaskTooLong';
  }
}

export type TaskThread = {
  /** Rejects with `TaskTooLong`, and with the error that ended the thread; one at a time. */
  ask: (message: object) => Promise<unknown>;
};

type Options = { entry: URL; heapMegabytes: number; timeoutMs: number };

type Started = {
  worker: Worker;
  port: MessagePort;
  settle: (error: Error | undefined, answer?: unknown) => void;
};

/** A thread that answers each message (`workerData.port`) with one; it starts when it is asked, and anew when it has ended. */
export function createTaskThread(options: Options): TaskThread {
  let thread: Started | undefined;
  const end = (ended: Started, error: Error): void => {
    if (thread === ended) thread = undefined;
    ended.port.close();
    void ended.worker.terminate();
    ended.settle(error);
  };
  return {
    ask: (message) => {
      const current = (thread ??= start(options, end));
      const { timeoutMs } = options;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => end(current, new TaskTooLong(timeoutMs)), timeoutMs);
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
    },
  };
}

function start(
  { entry, heapMegabytes }: Options,
  end: (ended: Started, error: Error) => void,
): Started {
  const { port1: port, port2 } = new MessageChannel();
  const worker = new Worker(entry, {
    workerData: { port: port2 },
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  const started: Started = { worker, port, settle: () => undefined };
  port.on('message', (answer: unknown) => started.settle(undefined, answer));
  worker.on('error', (error: Error) => end(started, error));
  worker.on('exit', () => end(started, new Error('the thread has ended')));
  return started;
}
