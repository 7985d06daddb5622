import { messageOf } from './problem.ts';
import { signal } from './process-identity.ts';

/** Something that was started: how it is stopped, and the processes a second signal kills. */
type Step = { stop: () => Promise<void>; pids: () => number[] };

/** Filled as things start; stopped in the opposite order. */
export const steps: Step[] = [];

/** Whom a second signal kills; set by the first. */
let stopping: number[] | undefined;

/** A line for people, beside the block on standard output. */
export function show(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** True after the first signal. */
export function isStopping(): boolean {
  return stopping !== undefined;
}

/** Stops everything that was started, the last first. */
export async function stopAll(): Promise<void> {
  for (const step of steps.splice(0).toReversed()) {
    await step.stop().catch((error: unknown) => show(messageOf(error)));
  }
}

/** From now on the first signal stops everything in order and a second one kills at once. */
export function stopOnSignals(): void {
  const handle = (name: NodeJS.Signals): void => {
    if (stopping !== undefined) {
      for (const pid of stopping) signal(pid, 'SIGKILL');
      process.exit(1);
    }
    stopping = steps.flatMap((step) => step.pids());
    show(`\n${name}: stopping (once more to stop at once) …`);
    void stopAll().then(() => {
      show('Stopped.');
      process.exit(0);
    });
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => handle(name));
}
