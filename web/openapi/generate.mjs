import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Writes web/src/api/schema.d.ts, the types of all answers, from openapi.json and openapi-ui.json. The generator needs TypeScript 5,
 * which the product does not have, so that it is installed here. The first line of the result names the hash of the rest and of
 * both documents: `test/unit/web/schema.test.ts` compares them without the generator.
 */
const here = import.meta.dirname;
const rootDir = path.dirname(path.dirname(here));
const documents = ['openapi.json', 'openapi-ui.json'];

function run(command, words) {
  const { status, stdout, stderr } = spawnSync(command, words, {
    cwd: here,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} failed:\n${stderr}${stdout}`);
  return stdout;
}

const hashOf = (...texts) => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex');
};

/** Both documents as one: pages call the API and their own routes with one client. */
function join() {
  const [api, ui] = documents.map((name) =>
    JSON.parse(fs.readFileSync(path.join(rootDir, name), 'utf8')),
  );
  const components = { ...api.components };
  for (const [kind, entries] of Object.entries(ui.components ?? {})) {
    components[kind] = { ...components[kind], ...entries };
  }
  return { ...api, paths: { ...api.paths, ...ui.paths }, components };
}

if (!fs.existsSync(path.join(here, 'node_modules', 'openapi-typescript'))) {
  console.error('Installing the generator of web/src/api/schema.d.ts …');
  run('npm', ['ci', '--ignore-scripts']);
}
const joined = path.join(here, 'node_modules', '.joined.json');
fs.writeFileSync(joined, JSON.stringify(join()));
const program = path.join('node_modules', 'openapi-typescript', 'bin', 'cli.js');
const made = path.join(here, 'node_modules', '.schema.d.ts');
run(process.execPath, [program, joined, '--output', made]);
const types = fs.readFileSync(made, 'utf8');
const sources = documents.map((name) => fs.readFileSync(path.join(rootDir, name), 'utf8'));
const hash = hashOf(types, ...sources);
fs.writeFileSync(
  path.join(rootDir, 'web', 'src', 'api', 'schema.d.ts'),
  `// Made by npm run generate; sha256 of this file and its sources: ${hash}\n${types}`,
);
