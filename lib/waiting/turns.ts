const budgetMs = 10;

/** Start of the work in the current turn of the event loop. */
let since: number | undefined;

/**
 * Continues at once while this turn of the event loop has worked for less than 10 ms, else in a later turn. It is for loops:
 * concurrent callers that ask together all continue at once, so they need a queue instead.
 */
export async function takeTurn(): Promise<void> {
  for (;;) {
    const now = performance.now();
    if (since === undefined) {
      since = now;
      setImmediate(() => {
        since = undefined;
      });
    }
    if (now - since <= budgetMs) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Maps values in order and yields to the event loop, so that long lists do not block it. */
export async function mapInTurns<From, To>(
  values: readonly From[],
  make: (value: From) => To | Promise<To>,
): Promise<To[]> {
  const made: To[] = [];
  for (const value of values) {
    await takeTurn();
    made.push(await make(value));
  }
  return made;
}
