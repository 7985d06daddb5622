/** Runs it this long after the first of several calls, unless the signal aborts before. */
export function atMostEvery(ms: number, signal: AbortSignal, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      run();
    }, ms);
  };
}
