import fs from 'node:fs';
import path from 'node:path';

import type { JsonObject } from '../../../lib/json/json.ts';
import { parseYaml } from '../../../lib/yaml/yaml.ts';
import { problem } from '../../problem.ts';
import type { LoadDemo } from '../open-demo.ts';

/** Reads a file of examples/demo/activity. */
export type ReadActivity = (name: string) => unknown;

const dayMs = 24 * 3_600_000;

/** The day (UTC) so many days after another. */
export function dayAfter(today: Date, days: number): string {
  return new Date(today.getTime() + days * dayMs).toISOString().slice(0, 10);
}

/** Reads files with their variables filled in: `${DAY+9}`, counted from now, and `${DEMO_FILES}`. */
export function createReader({
  rootDir,
  folder,
}: Pick<LoadDemo, 'rootDir' | 'folder'>): ReadActivity {
  const today = new Date();
  return (name) => {
    const file = path.join(rootDir, 'examples', 'demo', 'activity', `${name}.yaml`);
    const text = fs
      .readFileSync(file, 'utf8')
      .replaceAll(/\$\{DAY([+-]\d+)\}/g, (_all, days: string) => dayAfter(today, Number(days)))
      .replaceAll('${DEMO_FILES}', () => JSON.stringify(folder.files));
    const { json } = parseYaml(text);
    if (json === undefined) throw problem(`${file} is not YAML: restore it from git.`);
    return JSON.parse(json);
  };
}

export type Person = { name: string; email: string; stars: string[] };

/** The people of the demo with what they like, follow and search. */
export type PeopleFile = {
  people: Person[];
  follows: { email: string; kind: string; id: string }[];
  searches: { email: string; id: string; name: string; query: string; filters: JsonObject }[];
};
