import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Code that affects generated files besides the contract. */
const folders = [
  'jobs/code-generation',
  'jobs/linked-definitions',
  'commands/code-generation',
  'commands/definitions',
  'domain',
  'lib',
];

/** Files with the versions of the packages that generators use; compiled code is one folder below them. */
const packageFiles = [
  'package.json',
  'package-lock.json',
  '../package.json',
  '../package-lock.json',
];

/**
 * Identifies the code of the generators, so that a build with other code never serves results of this one. It is a digest of the
 * files, taken when they are loaded, so processes of one build agree even if a later build replaces the files.
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
  // Compiled code is one folder below the package files.
  const prefix = existsSync(join(root, 'package.json')) ? '' : '../';
  for (const name of packageFiles)
    if (existsSync(join(root, prefix, name))) add(`${prefix}${name}`);
  return hash.digest('hex').slice(0, 16);
}
