import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { buildWeb } from './build-web.mjs';

const rootDir = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const out = path.join(rootDir, 'dist');
const stamp = path.join(out, '.sources');
const folders = 'api cli commands jobs workers connectors domain db lib local bench'.split(' ');
const settings = ['config.ts', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];

/** Files that are copied unchanged: entries of worker threads, and data read at run time. */
const copied = /\.(mjs|json)$/;

/** Programs that start or check the tree itself are used where they are. */
const isTool = (name) => ['.', 'local'].includes(path.dirname(name));

function* filesBelow(folder) {
  if (!fs.existsSync(folder)) return;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(file);
    else yield file;
  }
}

function sources() {
  const inFolders = folders.flatMap((folder) => [...filesBelow(path.join(rootDir, folder))]);
  const all = [...settings.map((name) => path.join(rootDir, name)), ...inFolders];
  return all.filter((file) => fs.existsSync(file)).sort((a, b) => (a < b ? -1 : 1));
}

/** Changes when any source is edited, added, renamed or deleted, but not when the tree is copied. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of sources()) {
    const content = fs.readFileSync(file);
    hash.update(`${path.relative(rootDir, file)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** Removes outdated files only, because a running Concordat still loads modules from dist. */
function removeStale() {
  for (const file of filesBelow(out)) {
    // Vite empties its own folder.
    if (file.startsWith(path.join(out, 'web') + path.sep)) continue;
    const name = path.join(rootDir, path.relative(out, file));
    const source = name.endsWith('.js') ? name.replace(/\.js$/, '.ts') : name;
    if (!path.basename(file).startsWith('.') && !fs.existsSync(source)) fs.rmSync(file);
  }
}

/** True if dist was built from exactly these sources. */
export function isBuilt() {
  return fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === fingerprint();
}

/** True if dist was built, perhaps from other sources. */
export function wasBuilt() {
  return fs.existsSync(stamp);
}

/** Builds dist; false when the compiler found errors (it has printed them). */
export function build() {
  const before = fingerprint();
  fs.rmSync(stamp, { force: true });
  const compiler = path.join(rootDir, 'node_modules', '.bin', 'tsc');
  const compiled = spawnSync(compiler, ['-p', 'tsconfig.build.json'], {
    cwd: rootDir,
    stdio: ['ignore', 2, 2],
  });
  if (compiled.error)
    console.error(`The TypeScript compiler did not run: ${compiled.error.message}`);
  for (const file of sources()) {
    const name = path.relative(rootDir, file);
    if (!copied.test(name) || isTool(name)) continue;
    fs.mkdirSync(path.dirname(path.join(out, name)), { recursive: true });
    fs.copyFileSync(file, path.join(out, name));
  }
  removeStale();
  const good = compiled.status === 0;
  if (good) fs.writeFileSync(stamp, before);
  return good;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = build() && buildWeb() ? 0 : 1;
}
