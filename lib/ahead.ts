/**
 * The same values, each asked for while the one before is being worked on: what makes a value and what works on it go on at the same
 * time. One value is held beside the one that is worked on; when the consumer ends early, the source
 * is told to end, but not waited for.
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
    // Nobody waits for what is under way: it may take long, and its owner closes it.
    Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}
