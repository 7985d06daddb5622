/**
 * The same values, each asked for while the one before is being worked on: what makes a value and what works on it go on at the same
 * time. One value is held beside the one that is worked on; when the consumer ends early, the source is ended, too.
 */
export async function* ahead<T>(source: AsyncIterable<T>): AsyncGenerator<T, void> {
  const iterator = source[Symbol.asyncIterator]();
  const ask = (): Promise<IteratorResult<T>> => {
    const asked = iterator.next();
    // It is looked at when its turn comes; until then nobody else may be told of it.
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
    await asked.catch(() => undefined);
    await iterator.return?.();
  }
}
