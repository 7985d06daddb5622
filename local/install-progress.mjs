import fs from 'node:fs';
import path from 'node:path';

/** Prints every `intervalMs` how many packages are in node_modules, until its parent ends it or dies. */
const [rootDir = '.', intervalMs = '10000'] = process.argv.slice(2);
const begun = Date.now();

function readNames(folder) {
  try {
    return fs.readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}

function countInstalled(folder) {
  return readNames(folder).reduce(
    (sum, name) => sum + (name.startsWith('@') ? readNames(path.join(folder, name)).length : 1),
    0,
  );
}

const lock = JSON.parse(fs.readFileSync(path.join(rootDir, 'package-lock.json'), 'utf8'));
const isTop = /^node_modules\/(@[^/]+\/)?[^/]+$/;
const wanted = Object.entries(lock.packages).filter(
  ([folder, { optional, devOptional }]) => isTop.test(folder) && !optional && !devOptional,
).length;

setInterval(() => {
  const done = Math.min(countInstalled(path.join(rootDir, 'node_modules')), wanted);
  const seconds = Math.round((Date.now() - begun) / 1000);
  console.error(`… ${done} of about ${wanted} packages after ${seconds} s`);
}, Number(intervalMs));

process.stdin.resume().on('end', () => process.exit());
