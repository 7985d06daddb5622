import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, isBuilt, wasBuilt } from './build.mjs';
import { buildWeb, isWebBuilt } from './build-web.mjs';
import { assertUnused } from './processes/data-lock.mjs';

/** Runs before anything is installed, so it uses only Node. */
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

/** The packages of the lock file, and those that npm's own record says are installed. */
function readPackages() {
  const wanted = readJson(path.join(rootDir, 'package-lock.json'))?.packages ?? {};
  const installed = readJson(path.join(modules, '.package-lock.json'))?.packages ?? {};
  return { wanted: Object.entries(wanted).filter(([folder]) => folder !== ''), installed };
}

/** True if the packages were installed by `npm ci --omit=dev`. */
function isForProduction() {
  const { wanted, installed } = readPackages();
  const isDev = ([, { dev, devOptional }]) => dev || devOptional;
  const missesAll = wanted.filter(([, { dev }]) => dev).every(([folder]) => !installed[folder]);
  return (
    missesAll &&
    matches(
      wanted.filter((each) => !isDev(each)),
      installed,
    )
  );
}

/** True if npm's own record of the installed packages covers the lock file. */
function installedMatches() {
  const { wanted, installed } = readPackages();
  return matches(wanted, installed);
}

function matches(wanted, installed) {
  if (wanted.length === 0 || Object.keys(installed).length === 0) return false;
  return wanted.every(([folder, entry]) => {
    const found = installed[folder];
    // Packages for other platforms are only in the lock file.
    if (!found) return Boolean(entry.optional || entry.devOptional || entry.peer);
    return found.version === entry.version && fs.existsSync(path.join(rootDir, folder));
  });
}

/** Also covers npm's own record, because `npm prune` leaves other files in node_modules as they are. */
function installStamp() {
  const record = path.join(modules, '.package-lock.json');
  return createHash('sha256')
    .update(fs.readFileSync(path.join(rootDir, 'package-lock.json')))
    .update(fs.existsSync(record) ? fs.readFileSync(record) : '')
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

function isInstalled() {
  return fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === installStamp();
}

function install() {
  if (isInstalled()) return;
  if (!installedMatches()) {
    console.error('Installing packages (npm ci), once: about 30 s after the download of 150 MB …');
    const progress = path.join(rootDir, 'local', 'install-progress.mjs');
    // npm shows no progress of its own without a terminal, and this process is blocked until npm ends.
    const stdio = ['pipe', 'ignore', 2];
    const reporter = spawn(process.execPath, [progress, rootDir, '10000'], { stdio });
    reporter.on('error', () => undefined);
    // The compiler is a development package, which NODE_ENV=production would omit.
    const npm = spawnSync('npm', ['ci', '--include=dev', '--include=optional'], {
      cwd: rootDir,
      stdio: ['ignore', 2, 2],
    });
    reporter.kill();
    if (npm.error) throw new Error(`npm did not run (${npm.error.message}): install npm.`);
    if (npm.status !== 0) throw new Error('npm ci failed; see above.');
  }
  fs.writeFileSync(stamp, installStamp());
}

/** One at a time: two concurrent `npm ci` in one folder break each other. */
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
    // The lock was created but not yet written.
    if (born === undefined) return false;
    process.kill(Number(pid), 0);
    return bornOf(pid) !== born;
  } catch (error) {
    // EPERM: the process is alive under another user.
    return error.code !== 'EPERM' && error.code !== 'ENOENT';
  }
}

/** Start time of a process; a restarted container uses the same process ids again. */
function bornOf(pid) {
  if (process.platform !== 'linux') return '';
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

const toBuild = 'npm ci && npm run build && npm prune --omit=dev';

/**
 * True for packages without development packages beside a built dist; says so if the sources have changed since. Throws if dist was
 * never built.
 */
function startsAsBuilt(command) {
  if (command === 'test' || isInstalled() || !isForProduction()) return false;
  if (!wasBuilt()) {
    throw new Error(
      `The packages were installed without development packages, and dist/ was never built.\nBuild it once with: ${toBuild}`,
    );
  }
  if (!isBuilt()) {
    console.error(
      `dist/ was built from other sources than these, and runs as it is, because the development packages are missing.\n` +
        `Build it from these sources with: ${toBuild}`,
    );
  }
  return true;
}

/** Installs missing packages. */
export function ensureInstalled() {
  if (!isInstalled()) exclusively(install);
}

/** Builds server and web UI if a source of theirs has changed; false if a build failed. */
export function ensureBuilt() {
  if (isBuilt() && isWebBuilt()) return true;
  return exclusively(() => {
    if (!isBuilt()) {
      console.error('Building …');
      if (!build()) return false;
    }
    if (isWebBuilt()) return true;
    console.error('Building the web UI, some seconds …');
    return buildWeb();
  });
}

async function launch(words) {
  const [command, ...rest] = words;
  process.chdir(rootDir);
  const begun = Date.now();
  // Before a build, which would change the code of the running Concordat.
  if (command === 'start') assertUnused(path.resolve(process.env.DATA_DIR || '.data'));
  const asBuilt = startsAsBuilt(command);
  if (!asBuilt) ensureInstalled();
  if (command === 'test') {
    const { test } = await import('./test-run.mjs');
    process.exitCode = await test(ensureBuilt, rest);
    return;
  }
  if (!asBuilt && !ensureBuilt()) throw new Error('The build failed; see above.');
  if (command !== 'start') {
    // The entry reads the arguments of this process, and ends it.
    await import(new URL('../dist/local/cli/run.js', import.meta.url).href);
    return;
  }
  const { run } = await import(new URL('../dist/local/start.js', import.meta.url).href);
  await run(begun);
}

/** The message of an error, with what to do if this folder cannot be written. */
function explain(error) {
  const { code, message } = error;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk of ${rootDir} is full (${message}).\nPackages and build need 700 MB: free space.`;
  // A recursive mkdir on a read-only disk fails with ENOENT.
  const isNoFolder = code === 'ENOENT' && error.syscall === 'mkdir';
  if (isNoFolder || code === 'EROFS' || code === 'EACCES' || code === 'EPERM')
    return (
      `${rootDir} cannot be written (${message}), and packages or build are missing or outdated.\n` +
      `Install and build there with an account that may write: npm ci && npm run build`
    );
  return message;
}

launch(process.argv.slice(2)).catch((error) => {
  console.error(explain(error));
  process.exitCode = 1;
});
