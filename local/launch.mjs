import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, isBuilt } from './build.mjs';

/** Runs before anything is installed: nothing but Node here. */
const rootDir = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(rootDir, 'node_modules');
const stamp = path.join(modules, '.concordat-lock');

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** True when npm's own note of what it installed holds everything the lock file asks for. */
function installedMatches() {
  const wanted = readJson(path.join(rootDir, 'package-lock.json'))?.packages;
  const installed = readJson(path.join(modules, '.package-lock.json'))?.packages;
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === '') return true;
    const found = installed[place];
    // Packages for other platforms are in the lock only.
    if (!found) return Boolean(entry.optional || entry.devOptional || entry.peer);
    return found.version === entry.version && fs.existsSync(path.join(rootDir, place));
  });
}

function installStamp() {
  return createHash('sha256')
    .update(fs.readFileSync(path.join(rootDir, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

function isInstalled() {
  return fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === installStamp();
}

function install() {
  if (isInstalled()) return;
  if (!installedMatches()) {
    console.error('Installing packages (npm ci), once …');
    // The compiler is a development package: NODE_ENV=production must not leave it out.
    const npm = spawnSync('npm', ['ci', '--include=dev', '--include=optional'], {
      cwd: rootDir,
      stdio: ['ignore', 2, 2],
    });
    if (npm.error) throw new Error(`npm did not run (${npm.error.message}): install npm.`);
    if (npm.status !== 0) throw new Error('npm ci failed; see above.');
  }
  fs.writeFileSync(stamp, installStamp());
}

/** One at a time: two `npm ci` in one folder destroy each other's work. */
function exclusively(work) {
  const lock = path.join(rootDir, 'dist', '.preparing');
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  while (!createLock(lock)) {
    if (isAbandoned(lock)) fs.rmSync(lock, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  try {
    return work();
  } finally {
    fs.rmSync(lock, { force: true });
  }
}

function createLock(lock) {
  try {
    fs.writeFileSync(lock, `${process.pid} ${bornOf(process.pid)}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(lock) {
  try {
    const [pid, born] = fs.readFileSync(lock, 'utf8').split(' ');
    // Created, not yet written.
    if (born === undefined) return false;
    process.kill(Number(pid), 0);
    return bornOf(pid) !== born;
  } catch (error) {
    // EPERM: it lives, under another user.
    return error.code !== 'EPERM' && error.code !== 'ENOENT';
  }
}

/** A restarted container gives the same numbers again: the time of birth tells processes apart. */
function bornOf(pid) {
  if (process.platform !== 'linux') return '';
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

/** Installs what is missing. */
export function ensureInstalled() {
  if (!isInstalled()) exclusively(install);
}

/** Builds when a source changed; false when that failed. */
export function ensureBuilt() {
  if (isBuilt()) return true;
  return exclusively(() => {
    if (isBuilt()) return true;
    console.error('Building …');
    return build();
  });
}

async function launch(words) {
  const [command] = words;
  process.chdir(rootDir);
  const begun = Date.now();
  ensureInstalled();
  if (command === 'test') {
    const { test } = await import('./test-run.mjs');
    process.exitCode = await test(ensureBuilt);
    return;
  }
  if (!ensureBuilt()) throw new Error('The build failed; see above.');
  if (command !== 'start') {
    // It takes the words from this process, and ends it.
    await import(new URL('../dist/local/cli/run.js', import.meta.url).href);
    return;
  }
  const { run } = await import(new URL('../dist/local/start.js', import.meta.url).href);
  await run(begun);
}

launch(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
