import type { Logger } from '../log.ts';

/**
 * Runs `stop` once on SIGTERM or SIGINT, then exits; a second signal, or the timeout `deadlineMs`, ends the process at once. An
 * uncaught error also ends it, so that its supervisor starts a clean process. The returned function runs `stop` and exits with
 * code 1, for a process that is at fault itself.
 */
export function endGracefully(
  log: Logger,
  deadlineMs: number,
  stop: () => Promise<void>,
): () => void {
  let stopping = false;
  const end = (exitCode: number): void => {
    stopping = true;
    setTimeout(() => process.exit(1), deadlineMs).unref();
    stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  const endOnSignal = (signal: string): void => {
    if (stopping) process.exit(1);
    log.info({ signal }, 'stopping');
    end(0);
  };
  process.on('SIGTERM', endOnSignal);
  process.on('SIGINT', endOnSignal);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error');
    setTimeout(() => process.exit(1), 100);
  });
  return () => {
    if (!stopping) end(1);
  };
}
