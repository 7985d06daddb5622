#!/usr/bin/env node
// The command `concordat`: client commands, and on the server `start` and the commands of operators.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const rootDir = path.dirname(import.meta.dirname ?? '');
/** npm leaves the lock file out of packages. */
const isCheckout = fs.existsSync(path.join(rootDir, 'package-lock.json'));

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Concordat needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Installed for an account, Concordat keeps its data in the folder of this account. */
function dataFolder() {
  const { DATA_DIR, XDG_DATA_HOME } = process.env;
  if (DATA_DIR) return path.resolve(DATA_DIR);
  if (process.platform === 'darwin')
    return path.join(os.homedir(), 'Library', 'Application Support', 'concordat', 'data');
  return path.join(XDG_DATA_HOME || path.join(os.homedir(), '.local', 'share'), 'concordat');
}

/** Folders that a person names start where the person is; those of the package itself start in the package. */
function enterPackage() {
  const { ALLOWED_DATA_DIRS } = process.env;
  if (!isCheckout) {
    process.env.DATA_DIR = dataFolder();
    if (ALLOWED_DATA_DIRS)
      process.env.ALLOWED_DATA_DIRS = ALLOWED_DATA_DIRS.split(',')
        .map((folder) => path.resolve(folder.trim()))
        .join(',');
  }
  process.env.INIT_CWD = process.cwd();
  process.env.CONCORDAT_COMMAND = '1';
  process.chdir(rootDir);
}

async function start(words) {
  const unknown = words.find((word) => word !== '--demo');
  if (unknown !== undefined) {
    console.error(`concordat start does not know "${unknown}"; its one option is --demo.`);
    process.exit(64);
  }
  const begun = Date.now();
  const { run } = await import('../dist/local/start.js');
  await run(begun);
}

checkNode();
if (!fs.existsSync(path.join(rootDir, 'dist', 'cli', 'run.js'))) {
  console.error(`Concordat is not built: run npm ci && npm run build in ${rootDir}.`);
  process.exit(1);
}
const given = process.argv.slice(2);
const asksForHelp = given[0] === 'help' && given.length > 1;
const words = asksForHelp ? [...given.slice(1), '--help'] : given;
const { isOnServer } = await import('../dist/cli/is-on-server.js');
if (!isOnServer(words)) {
  const { run } = await import('../dist/cli/run.js');
  await run(words, process.env);
} else {
  enterPackage();
  if (words[0] === 'start') await start(words.slice(1));
  else {
    // The entry reads the arguments of this process, and ends it.
    process.argv.splice(2, given.length, ...words);
    await import('../dist/local/cli/run.js');
  }
}
