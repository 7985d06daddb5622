import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/** A task exceeded its time limit, and its process was killed. */
export class TaskTooLong extends Error {
  constructor(timeoutMs: number) {
    super(`took longer than ${timeoutMs / 1000} s`);
    this.name = 'TaskTooLong';
  }
}

/** The process of a task ended before it answered: V8 aborts a process that exceeds its heap limit. */
export class TaskCrashed extends Error {
  constructor() {
    super('the process of the task has ended');
    this.name = 'TaskCrashed';
  }
}

export type TaskProcess = {
  /** Sends a task and resolves with its answer, one at a time. Rejects with `TaskTooLong` or `TaskCrashed`. */
  ask: (message: object) => Promise<unknown>;
  /** Starts the process now, so that the first message does not wait for it. */
  start: () => void;
  /** Ends the process; its current task rejects with `TaskCrashed`. */
  end: () => void;
};

type Options = {
  entry: URL;
  heapMegabytes: number;
  timeoutMs: number;
  /** A process without tasks ends after this time and frees its memory. */
  idleMs: number;
};

type Started = {
  child: ChildProcess;
  settle: (error: Error | undefined, answer?: unknown) => void;
};

/**
 * A child process that answers each message with one; it starts on demand, and again after it has ended. It is not a worker
 * thread, because V8 ends the whole process when a thread makes one large allocation beyond its `resourceLimits`. It gets no
 * environment, and so no secrets.
 */
export function createTaskProcess(options: Options): TaskProcess {
  const { timeoutMs, idleMs } = options;
  let current: Started | undefined;
  const end = (ended: Started, error: Error): void => {
    if (current === ended) current = undefined;
    ended.child.kill('SIGKILL');
    ended.settle(error);
  };
  const started = (): Started => (current ??= start(options, end));
  const release = (idle: Started): void => {
    holdProcess(idle.child, false);
    const timer = setTimeout(() => end(idle, new TaskCrashed()), idleMs);
    timer.unref();
    idle.settle = () => clearTimeout(timer);
  };
  return {
    start: () => release(started()),
    end: () => current && end(current, new TaskCrashed()),
    ask: (message) => {
      const asked = started();
      // Ends the idle wait.
      asked.settle(undefined);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => end(asked, new TaskTooLong(timeoutMs)), timeoutMs);
        asked.settle = (error, answer) => {
          clearTimeout(timer);
          if (error) return reject(error);
          release(asked);
          resolve(answer);
        };
        holdProcess(asked.child, true);
        // An error here means that the process has ended or is about to.
        asked.child.send(message, () => undefined);
      });
    },
  };
}

/** A signal that ends this process leaves a computing child behind; the watch thread ends that child. */
const watch = new URL('./watch-task.mjs', import.meta.url);

function start(
  { entry, heapMegabytes }: Options,
  end: (ended: Started, error: Error) => void,
): Started {
  const child = fork(entry, {
    env: {},
    execArgv: [`--max-old-space-size=${heapMegabytes}`, `--import=${watch.href}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const started: Started = { child, settle: () => undefined };
  child.on('message', (answer) => started.settle(undefined, answer));
  child.on('error', () => end(started, new TaskCrashed()));
  child.on('exit', () => end(started, new TaskCrashed()));
  return started;
}

/** A busy child keeps this process alive; an idle child does not. */
function holdProcess(child: ChildProcess, holds: boolean): void {
  const verb = holds ? 'ref' : 'unref';
  child[verb]();
  child.channel?.[verb]();
}
