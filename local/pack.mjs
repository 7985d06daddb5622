import fs from 'node:fs';
import path from 'node:path';

import { build, isBuilt } from './build.mjs';
import { buildWeb, isWebBuilt } from './build-web.mjs';

/**
 * Runs around `npm pack`. Before it, builds what has changed, and writes the lock file under the name that npm packs, so that an
 * installation gets the tested versions of all packages. After it, removes that file, which npm would prefer in the checkout.
 */
const rootDir = path.dirname(import.meta.dirname);
const shrinkwrap = path.join(rootDir, 'npm-shrinkwrap.json');

/** The lock file without development packages. */
function lockOfProduct() {
  const lock = JSON.parse(fs.readFileSync(path.join(rootDir, 'package-lock.json'), 'utf8'));
  const kept = Object.entries(lock.packages).filter(([, { dev }]) => !dev);
  return { ...lock, packages: Object.fromEntries(kept) };
}

function prepare() {
  if ((!isBuilt() && !build()) || (!isWebBuilt() && !buildWeb())) return 1;
  fs.writeFileSync(shrinkwrap, `${JSON.stringify(lockOfProduct(), undefined, 2)}\n`);
  return 0;
}

if (process.argv[2] === 'prepare') process.exitCode = prepare();
else fs.rmSync(shrinkwrap, { force: true });
