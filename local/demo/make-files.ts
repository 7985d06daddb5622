import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { openDuckdb } from '../../connectors/duckdb/session.ts';
import type { DuckdbSession } from '../../connectors/duckdb/session.ts';
import { quoteLiteral } from '../../domain/dialects/names/quote.ts';
import { demoFiles } from './file-statements.ts';
import type { DemoFile } from './file-statements.ts';
import type { Progress } from './progress.ts';

/** Written last into the folder: the version and the file sizes. */
type Stamp = { version: string; sizes: Record<string, number> };

/** A digest of the programs that create the files. */
export const filesVersion = createHash('sha256')
  .update(JSON.stringify(demoFiles))
  .digest('hex')
  .slice(0, 16);

const stampName = '.made';

/** Far more than a file takes on a slow machine. */
const statementTimeoutMs = 10 * 60_000;

/** Creates exactly the files of the demo in the folder; does nothing if they are complete. */
export async function makeFiles(folder: string, progress: Progress): Promise<void> {
  if (isComplete(folder)) {
    for (const { name } of demoFiles) progress.done(name);
    return;
  }
  // Written to another folder and renamed, so that a killed run is never taken for complete.
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
  const session = await openDuckdb({
    statementTimeoutMs,
    signal: new AbortController().signal,
    spillFolder: path.join(folder, '.spill'),
    keepsOrder: true,
  });
  try {
    for (const file of demoFiles) {
      await progress.during(file.name, async () => write(session, folder, file));
    }
  } finally {
    await session.close();
  }
}

async function write(session: DuckdbSession, folder: string, file: DemoFile): Promise<void> {
  const target = quoteLiteral(path.join(folder, file.name));
  const format = file.name.endsWith('.csv') ? 'format csv, header true' : 'format parquet';
  await session.query(`copy (${file.rows}) to ${target} (${format})`);
}

function writeStamp(folder: string): void {
  const sizes = demoFiles.map(({ name }) => [name, fs.statSync(path.join(folder, name)).size]);
  const stamp: Stamp = { version: filesVersion, sizes: Object.fromEntries(sizes) };
  fs.writeFileSync(path.join(folder, stampName), JSON.stringify(stamp), { flush: true });
}
