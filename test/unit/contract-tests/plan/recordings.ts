import fs from 'node:fs';
import path from 'node:path';

/** Recordings of datacontract-cli and public contracts; they live beside the repository and are never part of it. */
const places = ['../shared', '../../shared'].map((place) => path.resolve(process.cwd(), place));

const folder = places.find((place) => fs.existsSync(place));

/** Where a file of the recordings is, if they are there at all. */
export function recordingAt(file: string): string | undefined {
  const found = folder && path.join(folder, file);
  return found !== undefined && fs.existsSync(found) ? found : undefined;
}

/** Skipped tests are listed with their names, so the name says why. */
export const describeWith = (file: string, name: string, tests: (place: string) => void): void => {
  const place = recordingAt(file);
  if (place === undefined)
    describe.skip(`(no recordings beside the repository) ${name}`, () => {
      // A file without a single test would fail.
      test('are compared', () => undefined);
    });
  else describe(name, () => tests(place));
};

/** The JSON of a recording. */
export function readRecording(place: string): unknown {
  return JSON.parse(fs.readFileSync(place, 'utf8'));
}
