import { useRef, useState } from 'react';

/** The state of one row of a bulk action. */
export type RowState<Outcome> =
  | { state: 'waiting' }
  | { state: 'running' }
  | { state: 'stopped' }
  | { state: 'done'; outcome: Outcome }
  | { state: 'failed'; error: unknown };

/** A row of a bulk action, and what became of it. */
export type BulkRow<Item, Outcome> = { item: Item; row: RowState<Outcome> };

const atOnce = 4;

/** Does something with many rows, four at a time. What was not begun when it is stopped is not done. */
export function useBulk<Item, Outcome>() {
  const [rows, setRows] = useState<readonly BulkRow<Item, Outcome>[]>([]);
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const note = (index: number, row: RowState<Outcome>) =>
    setRows((before) => before.map((each, at) => (at === index ? { ...each, row } : each)));

  const run = async (items: readonly Item[], handle: (item: Item) => Promise<Outcome>) => {
    isStopped.current = false;
    setRows(items.map((item) => ({ item, row: { state: 'waiting' } })));
    setRunning(true);
    const left = [...items.entries()];
    const work = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [index, item] = next;
        if (isStopped.current) {
          note(index, { state: 'stopped' });
          continue;
        }
        note(index, { state: 'running' });
        note(index, await tried(handle(item)));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    setRunning(false);
  };
  return { rows, isRunning, run, stop: () => void (isStopped.current = true) };
}

const tried = <Outcome>(handled: Promise<Outcome>): Promise<RowState<Outcome>> =>
  handled.then(
    (outcome): RowState<Outcome> => ({ state: 'done', outcome }),
    (error: unknown): RowState<Outcome> => ({ state: 'failed', error }),
  );
