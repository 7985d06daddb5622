import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What generated code depends on besides the contract. */
const folders = ['jobs/code-generation', 'commands/code-generation', 'domain', 'lib'];

/** Name the packages that generators use; compiled code lies one folder below them. */
const packageFiles = [
  'package.json',
  'package-lock.json',
  '../package.json',
  '../package-lock.json',
];

/**
 * Names the code of the generators: another build with other code never serves what this one has stored. Processes of one build
 * agree, because it is a digest of their files, taken when they are loaded: a later build may put others in their place.
 */
export const generatorEdition = editionOf(fileURLToPath(new URL('../../', import.meta.url)));

/** The edition of the code below a folder. */
export function editionOf(root: string): string {
  const hash = createHash('sha256');
  const add = (name: string): unknown =>
    hash.update(`${name}\n`).update(readFileSync(join(root, name)));
  for (const folder of folders) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((file) => /\.(ts|js|mjs|json)$/.test(file)).sort())
      add(`${folder}/${name}`);
  }
  // Compiled code lies one folder below them.
  const place = existsSync(join(root, 'package.json')) ? '' : '../';
  for (const name of packageFiles) if (existsSync(join(root, place, name))) add(`${place}${name}`);
  return hash.digest('hex').slice(0, 16);
}
