import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What generated code depends on besides the contract. */
const folders = ['jobs/code-generation', 'domain', 'lib'];

/**
 * Names the code of the generators: another build with other code never serves what this one has stored. Processes of one build
 * agree, because it is a digest of their files, taken when they are loaded: a later build may put others in their place.
 */
export const generatorEdition = digest(fileURLToPath(new URL('../../', import.meta.url)));

function digest(root: string): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const names = readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((file) => /\.(ts|js|mjs|json)$/.test(file)).sort()) {
      hash.update(`${folder}/${name}\n`).update(readFileSync(`${root}${folder}/${name}`));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
