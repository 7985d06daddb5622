import fs from 'node:fs/promises';
import path from 'node:path';

import { failed, ok, warning } from '../check.ts';
import type { Check, Finding } from '../check.ts';
import { nearestThatExists, writingProblem } from '../writing-problem.ts';

const megabyte = 1024 * 1024;
const fewMegabytes = 1024;
const tooFewMegabytes = 200;

/** DATA_DIR can be written, or made, and there is room in it and where its Postgres lies. */
export const disk: Check = {
  name: 'disk',
  settings: ['DATA_DIR'],
  run: async ({ dataDir, freeBytes }) => {
    const problem = await writingProblem(dataDir);
    if (problem !== undefined) {
      const advice =
        'Give the user of Concordat the right to write there, or set DATA_DIR to another folder.';
      return failed(problem, advice);
    }
    const existing = await nearestThatExists(dataDir);
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

/** Started by root below a closed folder, the database lies elsewhere; a note in DATA_DIR says where. */
async function databasePlaces(dataDir: string): Promise<string[]> {
  const note = await fs.readFile(path.join(dataDir, 'postgres-folder'), 'utf8').catch(() => '');
  return note.trim() === '' ? [] : [await nearestThatExists(note.trim())];
}
