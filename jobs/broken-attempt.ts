/** An attempt that the remote system ended, optionally with the earliest time of the next attempt. */
export class BrokenAttempt extends Error {
  /** Minimum delay of the next attempt; the back-off of the kind is usually longer. */
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}
