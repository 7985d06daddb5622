/** An attempt that the other side ended, and perhaps said when the next one may come. */
export class BrokenAttempt extends Error {
  /** The next attempt waits at least so long; usually its kind of work says more. */
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}
