import { createLanes } from '../../../commands/semantics/ontology-lanes.ts';
import { createTaskThread } from '../../../lib/task-thread.ts';

const megabyte = 1024 * 1024;
const soon = (lane: string): Promise<string> => Promise.resolve(lane);

function held(): { work: () => Promise<string>; end: () => void } {
  let end = (): void => undefined;
  const promise = new Promise<string>((resolve) => {
    end = () => resolve('held');
  });
  return { work: () => promise, end: () => end() };
}

test('a small task does not wait behind a large one', async () => {
  const lanes = createLanes();
  const large = held();
  const uploading = lanes(32 * megabyte, large.work);
  expect(await lanes(megabyte, soon)).toBe('small');
  large.end();
  expect(await uploading).toBe('held');
});

test('large tasks are refused with unavailable when too much waits, small ones are not', async () => {
  const lanes = createLanes();
  const first = held();
  const taken = [lanes(32 * megabyte, first.work)];
  for (let place = 1; place < 4; place++) taken.push(lanes(32 * megabyte, soon));
  await expect(lanes(2 * megabyte, soon)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await lanes(1_000, soon)).toBe('small');
  first.end();
  expect(await Promise.all(taken)).toEqual(['held', 'large', 'large', 'large']);
  expect(await lanes(32 * megabyte, soon)).toBe('large');
});

const threadOf = (body: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { workerData } from 'node:worker_threads';
      const { port } = workerData;
      port.on('message', ({ text }) => { ${body} });`)}`,
  );

test('a thread that hangs is ended, refused, and another one answers', async () => {
  const entry = threadOf("if (text === 'hang') while (true); else port.postMessage(text);");
  const thread = createTaskThread({ entry, heapMegabytes: 64, timeoutMs: 500 });
  const lanes = createLanes();
  const ask = (text: string): Promise<unknown> => lanes(1, () => thread.ask({ text }));
  expect(await ask('one')).toBe('one');
  await expect(ask('hang')).rejects.toMatchObject({ code: 'unavailable' });
  expect(await ask('two')).toBe('two');
});

test('an error in a thread is the error of its task alone', async () => {
  const entry = threadOf("if (text === 'bad') throw new Error('broken'); port.postMessage(text);");
  const thread = createTaskThread({ entry, heapMegabytes: 64, timeoutMs: 5_000 });
  await expect(thread.ask({ text: 'bad' })).rejects.toThrow('broken');
  expect(await thread.ask({ text: 'good' })).toBe('good');
});
