/** One running process of a kept service. */
export type Running = {
  pid: number;
  /** Settles when the process has ended; `reason` explains the end for people. */
  exited: Promise<void>;
  reason?: () => string;
  stop: () => Promise<void>;
};

/** A service that is restarted whenever it ends, until it is stopped. */
export type Kept = {
  pid: () => number;
  /** Number of restarts since the service last ran long enough. */
  failures: () => number;
  stop: () => Promise<void>;
};

type Pauses = { firstMs: number; maxMs: number; goodLifeMs: number };

const usual: Pauses = { firstMs: 200, maxMs: 10_000, goodLifeMs: 30_000 };

/** Starts a service and keeps it running: restart delays double from 0.2 s to 10 s and reset after 30 s of uptime. */
export async function keepRunning(options: {
  name: string;
  start: () => Promise<Running>;
  show: (line: string) => void;
  pauses?: Pauses;
}): Promise<Kept> {
  const { name, start, show, pauses = usual } = options;
  let endPause = (): void => undefined;
  let stopped = false;
  let failures = 0;
  let running = await start();

  const startAgain = async (reason: string): Promise<void> => {
    const pauseMs = Math.min(pauses.firstMs * 2 ** failures, pauses.maxMs);
    failures += 1;
    show(`${name} ${reason}; restarting in ${pauseMs / 1000} s`);
    await new Promise<void>((resolve) => {
      endPause = resolve;
      setTimeout(resolve, pauseMs);
    });
    if (stopped) return;
    try {
      running = await start();
    } catch (error) {
      await startAgain(`did not start (${error instanceof Error ? error.message : String(error)})`);
    }
  };
  const watch = async (): Promise<void> => {
    for (;;) {
      const begun = Date.now();
      await running.exited;
      if (Date.now() - begun >= pauses.goodLifeMs) failures = 0;
      if (stopped) return;
      await startAgain(running.reason?.() ?? 'ended');
      if (stopped) return;
    }
  };
  const watching = watch();
  return {
    pid: () => running.pid,
    failures: () => failures,
    stop: async () => {
      stopped = true;
      endPause();
      await running.stop();
      await watching;
      // A start in progress has finished by now.
      await running.stop();
    },
  };
}
