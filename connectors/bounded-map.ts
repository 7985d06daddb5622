/**
 * What `work` makes of every item, in their order, with at most `limit` of them under way. After the first failure nothing new is
 * begun; it is thrown when everything under way has ended, so that nothing goes on behind the caller's back.
 */
export async function mapBounded<In, Out>(
  items: readonly In[],
  limit: number,
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = [];
  const failures: unknown[] = [];
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const at = next++;
      try {
        results[at] = await work(items[at] as In);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, run));
  if (failures.length > 0) throw failures[0];
  return results;
}

/** The items in groups of at most `size`. */
export async function* inGroups<Item>(
  items: AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[]> {
  let group: Item[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
