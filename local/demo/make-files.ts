import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';

import { quoteLiteral } from '../../domain/dialects/quote.ts';
import { demoFiles } from './file-statements.ts';
import type { DemoFile } from './file-statements.ts';
import type { Progress } from './progress.ts';

/** Written last into the folder: what was made, and how large it is. */
type Stamp = { version: string; sizes: Record<string, number> };

/** Changes with the programs that make the files. */
export const filesVersion = createHash('sha256')
  .update(JSON.stringify(demoFiles))
  .digest('hex')
  .slice(0, 16);

const stampName = '.made';

/** Afterwards the folder holds exactly the files of the demo; nothing is done when it does already. */
export async function makeFiles(folder: string, progress: Progress): Promise<void> {
  if (isComplete(folder)) {
    for (const { name } of demoFiles) progress.done(name);
    return;
  }
  // Beside the place and renamed: what was killed half-way is never taken for finished.
  const unfinished = `${folder}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  try {
    await writeAll(unfinished, progress);
    writeStamp(unfinished);
    fs.rmSync(folder, { recursive: true, force: true });
    fs.renameSync(unfinished, folder);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

function isComplete(folder: string): boolean {
  try {
    const stamp = JSON.parse(fs.readFileSync(path.join(folder, stampName), 'utf8')) as Stamp;
    const sizes = Object.entries(stamp.sizes);
    return (
      stamp.version === filesVersion &&
      sizes.every(([name, size]) => fs.statSync(path.join(folder, name)).size === size)
    );
  } catch {
    return false;
  }
}

async function writeAll(folder: string, progress: Progress): Promise<void> {
  // One thread and bounded memory: the rest of Concordat runs beside it, and rows keep their order.
  const settings = { threads: '1', memory_limit: '512MB', temp_directory: folder };
  const instance = await DuckDBInstance.create(':memory:', settings);
  const connection = await instance.connect();
  try {
    for (const file of demoFiles) {
      await progress.during(file.name, async () => write(connection, folder, file));
    }
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function write(connection: DuckDBConnection, folder: string, file: DemoFile): Promise<void> {
  const place = quoteLiteral(path.join(folder, file.name));
  const format = file.name.endsWith('.csv') ? 'format csv, header true' : 'format parquet';
  await connection.run(`copy (${file.rows}) to ${place} (${format})`);
}

function writeStamp(folder: string): void {
  const sizes = demoFiles.map(({ name }) => [name, fs.statSync(path.join(folder, name)).size]);
  const stamp: Stamp = { version: filesVersion, sizes: Object.fromEntries(sizes) };
  fs.writeFileSync(path.join(folder, stampName), JSON.stringify(stamp), { flush: true });
}
