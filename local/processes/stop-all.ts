import { messageOf } from '../problem.ts';
import { inWordsOfConcordat } from '../words-of-concordat.ts';
import { signal } from './process-identity.mjs';

/** A started service: a function that stops it, and the processes that a second signal kills. */
type Step = { stop: () => Promise<void>; pids: () => number[] };

/** Services in the order of their start; stopped in reverse order. */
export const steps: Step[] = [];

/** Processes that a second signal kills; set by the first signal. */
let stopping: number[] | undefined;

/** Prints a line for people on standard error. */
export function show(line: string): void {
  process.stderr.write(`${inWordsOfConcordat(line, process.env)}\n`);
}

/** True after the first signal. */
export function isStopping(): boolean {
  return stopping !== undefined;
}

/** Stops all services in reverse order of their start. */
export async function stopAll(): Promise<void> {
  for (const step of steps.splice(0).toReversed()) {
    await step.stop().catch((error: unknown) => show(messageOf(error)));
  }
}

/** Installs handlers: the first signal stops everything in order, a second one kills at once. */
export function stopOnSignals(): void {
  const handle = (name: NodeJS.Signals): void => {
    if (stopping !== undefined) {
      for (const pid of stopping) signal(pid, 'SIGKILL');
      process.exit(1);
    }
    stopping = steps.flatMap((step) => step.pids());
    show(`\n${name}: stopping (repeat to kill) …`);
    void stopAll().then(() => {
      show('Stopped.');
      process.exit(0);
    });
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => handle(name));
}
