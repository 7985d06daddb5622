import fs from 'node:fs';
import path from 'node:path';
import { writeNewFile } from '../../../local/backup/write-new-file.ts';
import { mountSmallDisk } from '../../support/chaos/small-disk.ts';

// Only root may mount a disk that fills up.
const disk = mountSmallDisk(1);
afterAll(() => disk?.remove());

async function* rows(): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(100_000);
}

(disk ? it : it.skip)('a backup says that its disk is full, and leaves nothing there', async () => {
  const folder = disk?.folder ?? '';
  disk?.fill();
  const written = writeNewFile(path.join(folder, 'full.tar.gz'), { force: false }, rows());
  await expect(written).rejects.toThrow('full.tar.gz cannot be written, because its disk is full');
  expect(fs.readdirSync(folder)).toEqual([]);
  disk?.free();
  const size = await writeNewFile(path.join(folder, 'fits.tar.gz'), { force: false }, rows());
  expect(fs.statSync(path.join(folder, 'fits.tar.gz')).size).toBe(size);
});
