import { splitRecords } from '../../../api/body/split-records.ts';

/** Megabytes that are there already: whoever reads them waits for nothing. */
async function* linesOnly(): AsyncGenerator<Buffer> {
  for (let n = 0; n < 40; n++) yield await Promise.resolve(Buffer.alloc(65_536, '\n'));
}

test('empty lines that have all come let others have their turns', async () => {
  let [turns, isDone] = [0, false];
  const count = (): void => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  for await (const records of splitRecords({ format: 'x-ndjson', chunks: linesOnly() })) {
    throw new Error(`${records.length} records of empty lines`);
  }
  isDone = true;
  expect(turns).toBeGreaterThan(2);
});
