/**
 * Requests each value while the previous one is being processed, so that producer and consumer overlap. At most one value is
 * buffered. When the consumer ends early, the source is closed without waiting for it.
 */
export async function* prefetch<T>(source: AsyncIterable<T>): AsyncGenerator<T, void> {
  const iterator = source[Symbol.asyncIterator]();
  const ask = (): Promise<IteratorResult<T>> => {
    const asked = iterator.next();
    // The rejection is handled when the value is consumed; until then it must not count as unhandled.
    asked.catch(() => undefined);
    return asked;
  };
  let asked = ask();
  try {
    for (;;) {
      const { done, value } = await asked;
      if (done) return;
      asked = ask();
      yield value;
    }
  } finally {
    // Not awaited: a pending read may take long, and the owner of the source closes it.
    Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}
