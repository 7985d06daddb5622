/** After so many values others get their turn. */
const atOnce = 20;

/** What is made of each value, in their order; long lists do not hold up what else the process has to do. */
export async function mapInTurns<From, To>(
  values: readonly From[],
  make: (value: From) => To,
): Promise<To[]> {
  const made: To[] = [];
  for (const [index, value] of values.entries()) {
    if (index > 0 && index % atOnce === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    made.push(make(value));
  }
  return made;
}
