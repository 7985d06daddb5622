import fs from 'node:fs/promises';
import path from 'node:path';

import { failed, ok, warning } from '../check.ts';
import type { Check, Finding } from '../check.ts';
import { nearestThatExists, writingProblem } from '../writing-problem.ts';

const megabyte = 1024 * 1024;
const fewMegabytes = 1024;
const tooFewMegabytes = 200;

/** Checks that DATA_DIR is writable, or can be created, and has free space, also on the disk of its Postgres. */
export const disk: Check = {
  name: 'disk',
  settings: ['DATA_DIR'],
  run: async ({ dataDir, freeBytes }) => {
    const problem = await writingProblem(dataDir);
    if (problem !== undefined) {
      const advice =
        'Make it writable for the user of Concordat, or set DATA_DIR to another folder.';
      return failed(problem, advice);
    }
    const existing = await nearestThatExists(dataDir);
    const folders = [existing, ...(await databaseFolders(dataDir))];
    const free = await Promise.all(folders.map(freeBytes));
    return judge(dataDir, Math.min(...free) / megabyte);
  },
};

function judge(dataDir: string, freeMegabytes: number): Finding {
  const free = `${Math.floor(freeMegabytes)} MB free`;
  const advice = 'Free some space, or move DATA_DIR to a larger disk: a full disk stops Postgres.';
  if (freeMegabytes < tooFewMegabytes) return failed(`${dataDir}: only ${free}`, advice);
  if (freeMegabytes < fewMegabytes) return warning(`${dataDir}: only ${free}`, advice);
  return ok(`${dataDir} is writable, ${Math.floor(freeMegabytes / 1024)} GB free`);
}

/** When root starts Concordat below a closed folder, the database is elsewhere; a file in DATA_DIR has its path. */
async function databaseFolders(dataDir: string): Promise<string[]> {
  const note = await fs.readFile(path.join(dataDir, 'postgres-folder'), 'utf8').catch(() => '');
  return note.trim() === '' ? [] : [await nearestThatExists(note.trim())];
}
