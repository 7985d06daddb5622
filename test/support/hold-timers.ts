/**
 * Postpones timers of `fromMs` to `toMs` milliseconds by an hour, until `jest.restoreAllMocks()`: what such a timer would bring about
 * later anyway does not happen, so a test that waits for it shows that it came in another way.
 */
export function holdTimers(fromMs: number, toMs = fromMs): void {
  const start = globalThis.setTimeout;
  const held = (run: () => void, delayMs = 0): NodeJS.Timeout =>
    start(run, delayMs >= fromMs && delayMs <= toMs ? 3_600_000 : delayMs);
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(held);
}
