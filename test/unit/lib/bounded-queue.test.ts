import { createBoundedQueue, QueueFull } from '../../../lib/waiting/bounded-queue.ts';

const soon = (): Promise<string> => Promise.resolve('done');

function held(): { work: () => Promise<string>; end: () => void } {
  let end = (): void => undefined;
  const promise = new Promise<string>((resolve) => {
    end = () => resolve('held');
  });
  return { work: () => promise, end: () => end() };
}

test('what would make too many wait is rejected, and taken again when there is room', async () => {
  const queue = createBoundedQueue({ tasks: 2, size: 1_000 });
  const first = held();
  const running = queue.add(1, first.work);
  const waiting = queue.add(1, soon);
  await expect(queue.add(1, soon)).rejects.toThrow(QueueFull);
  first.end();
  expect(await Promise.all([running, waiting])).toEqual(['held', 'done']);
  expect(await queue.add(1, soon)).toBe('done');
});

test('what would make too much wait is rejected, and smaller things are still taken', async () => {
  const queue = createBoundedQueue({ tasks: 10, size: 100 });
  const first = held();
  const running = queue.add(60, first.work);
  await expect(queue.add(41, soon)).rejects.toThrow(QueueFull);
  const fitting = queue.add(40, soon);
  first.end();
  expect(await Promise.all([running, fitting])).toEqual(['held', 'done']);
});

test('an empty queue takes what is larger than all that may wait', async () => {
  const queue = createBoundedQueue({ tasks: 1, size: 10 });
  expect(await queue.add(1_000, soon)).toBe('done');
  expect(await queue.add(1_000, soon)).toBe('done');
});

test('one thing is done after the other, also behind one that fails', async () => {
  const queue = createBoundedQueue({ tasks: 10, size: 100 });
  const order: string[] = [];
  const add = (name: string, fails: boolean): Promise<void> =>
    queue.add(1, async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
      if (fails) throw new Error(name);
    });
  const failing = expect(add('one', true)).rejects.toThrow('one');
  await Promise.all([failing, add('two', false)]);
  expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});
