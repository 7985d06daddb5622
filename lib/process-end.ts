import type { Logger } from './log.ts';

/**
 * Runs `stop` once when the process is told to end, then exits; a second signal, or `deadlineMs` later the
 * clock, ends it at once. What nobody caught ends the process too: its supervisor starts a clean one.
 */
export function endGracefully(log: Logger, deadlineMs: number, stop: () => Promise<void>): void {
  let stopping = false;
  const end = (signal: string): void => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), deadlineMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error');
    setTimeout(() => process.exit(1), 100);
  });
}
