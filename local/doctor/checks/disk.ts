import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';

import { failed, ok, warning } from '../check.ts';
import type { Check, Finding } from '../check.ts';

const megabyte = 1024 * 1024;
const fewMegabytes = 1024;
const tooFewMegabytes = 200;

/** DATA_DIR can be written, or made, and there is room in it and where its Postgres lies. */
export const disk: Check = {
  name: 'disk',
  settings: ['DATA_DIR'],
  run: async ({ dataDir, freeBytes }) => {
    const existing = await nearestThatExists(dataDir);
    const problem = await writingProblem(dataDir, existing);
    if (problem) return problem;
    const places = [existing, ...(await databasePlaces(dataDir))];
    const free = await Promise.all(places.map(freeBytes));
    return judge(dataDir, Math.min(...free) / megabyte);
  },
};

function judge(dataDir: string, freeMegabytes: number): Finding {
  const free = `${Math.floor(freeMegabytes)} MB free`;
  const advice = 'Free some space, or move DATA_DIR to a larger disk: a full one stops Postgres.';
  if (freeMegabytes < tooFewMegabytes) return failed(`${dataDir}: only ${free}`, advice);
  if (freeMegabytes < fewMegabytes) return warning(`${dataDir}: only ${free}`, advice);
  return ok(`${dataDir} can be written, ${Math.floor(freeMegabytes / 1024)} GB free`);
}

async function writingProblem(dataDir: string, existing: string): Promise<Finding | undefined> {
  const advice =
    'Give the user of Concordat the right to write there, or set DATA_DIR to another folder.';
  const stat = await fs.stat(existing);
  if (!stat.isDirectory())
    return failed(`${dataDir} cannot be used: ${existing} is a file`, advice);
  const mode = constants.W_OK | constants.X_OK;
  const may = await fs.access(existing, mode).then(
    () => true,
    () => false,
  );
  return may ? undefined : failed(`${dataDir}: ${existing} cannot be written`, advice);
}

/** bin/start makes what is missing below it. */
async function nearestThatExists(folder: string): Promise<string> {
  const isThere = await fs.stat(folder).then(
    () => true,
    () => false,
  );
  const above = path.dirname(folder);
  return isThere || above === folder ? folder : nearestThatExists(above);
}

/** Started by root below a closed folder, the database lies elsewhere; a note in DATA_DIR says where. */
async function databasePlaces(dataDir: string): Promise<string[]> {
  const note = await fs.readFile(path.join(dataDir, 'postgres-folder'), 'utf8').catch(() => '');
  return note.trim() === '' ? [] : [await nearestThatExists(note.trim())];
}
