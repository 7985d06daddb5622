import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Checks the packages of package-lock.json: each needs an integrity and an allowed license. Needs no network; `--signatures` also
 * asks the registry, and `--complete` adds missing integrities from it. Plain JavaScript, because it may run before anything is
 * built.
 */
const rootDir = path.dirname(import.meta.dirname);
const lockFile = path.join(rootDir, 'package-lock.json');
const run = promisify(execFile);

/**
 * Native binaries of other platforms without integrity, because the registry used for the lock file does not have them. npm
 * requires their entries, and installs them unverified on those platforms. `--complete` with a complete registry adds what is
 * missing.
 */
const unverified = [
  '@duckdb/node-bindings-',
  '@msgpackr-extract/msgpackr-extract-',
  '@oxc-parser/binding-',
  '@oxfmt/binding-',
  '@oxlint-tsgolint/',
  '@oxlint/binding-',
  '@swc/core-',
  '@unrs/resolver-binding-',
];

/** Permissive licenses: no code must be published under the same license. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
]);

/** Packages that declare their license outside of package.json, or whose license is unusual for code. */
const exceptions = new Map([
  ['@fontsource-variable/inter', 'OFL-1.1: fonts, which may be served and changed'],
  ['@fontsource-variable/jetbrains-mono', 'OFL-1.1: fonts, which may be served and changed'],
  ['argparse', 'PSF-2.0: permissive, that of Python, whose module it is a port of'],
  ['axe-core', 'MPL-2.0: a test runs it, it is not part of the product'],
  ['caniuse-lite', 'CC-BY-4.0: data for development, not part of the product'],
  ['humanize-number', 'MIT in its Readme.md'],
  ['khroma', 'MIT in its file license'],
  ['lightningcss', 'MPL-2.0: Vite calls it in a build, it is not part of the product'],
  ['only', 'MIT in its Readme.md'],
]);

const nameOf = (folder) =>
  folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
const isUnverified = (folder, { optional }) =>
  optional === true && unverified.some((family) => nameOf(folder).startsWith(family));

function readManifest(folder) {
  try {
    return JSON.parse(fs.readFileSync(path.join(rootDir, folder, 'package.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** License from package.json, in current and historical forms, or from the lock file if the package is not installed. */
function licenseOf(folder, entry) {
  const { license, licenses } = readManifest(folder) ?? entry;
  if (typeof license === 'string') return license;
  if (license !== undefined) return String(license.type);
  return licenses?.map(({ type }) => type).join(' OR ');
}

function isAllowed(license) {
  const bare = license.replaceAll(/[()]/g, '');
  return bare
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowed.has(one.trim())));
}

/** The problem of one entry, or undefined. */
function problemOf(folder, entry) {
  const name = `${nameOf(folder)}@${entry.version}`;
  if (entry.integrity === undefined) {
    if (isUnverified(folder, entry)) return undefined;
    return `${name} has no integrity: npm run packages -- --complete`;
  }
  if (!/^sha512-[A-Za-z0-9+/]{86}==( |$)/.test(entry.integrity))
    return `${name} has an integrity that is not SHA-512`;
  // Its binaries have the license of the package.
  if (exceptions.has(nameOf(folder).replace(/^lightningcss-.+/, 'lightningcss'))) return undefined;
  const license = licenseOf(folder, entry);
  if (license !== undefined && isAllowed(license)) return undefined;
  return `${name} has the license ${license ?? '(none)'}: replace the package, or add the license or an exception to local/check-packages.mjs`;
}

/** All packages in the lock file, without the root and links to our own folders. */
function packagesOf(lock) {
  return Object.entries(lock.packages).filter(([folder, entry]) => folder !== '' && !entry.link);
}

/** Adds missing integrities from the registry; prints how many it has. */
async function complete(lock) {
  const missing = packagesOf(lock).filter(([, entry]) => entry.integrity === undefined);
  let added = 0;
  for (const [folder, entry] of missing) {
    const wanted = `${nameOf(folder)}@${entry.version}`;
    const found = await run('npm', ['view', wanted, 'dist.integrity'], { cwd: rootDir }).catch(
      () => undefined,
    );
    const integrity = found?.stdout.trim();
    if (!integrity) continue;
    entry.integrity = integrity;
    added += 1;
  }
  if (added > 0) fs.writeFileSync(lockFile, `${JSON.stringify(lock, undefined, 2)}\n`);
  console.log(`${added} of ${missing.length} missing integrities were in the registry.`);
}

const probeMs = 3_000;
const auditMs = 120_000;

/** True if the registry publishes keys; a registry without keys signs nothing. */
async function hasKeys() {
  const { stdout } = await run('npm', ['config', 'get', 'registry'], { cwd: rootDir });
  const signal = AbortSignal.timeout(probeMs);
  const answer = await fetch(new URL('-/npm/v1/keys', stdout.trim()), { signal });
  return answer.ok && (await answer.json()).keys?.length > 0;
}

/** Lists wrong signatures; prints a line if signatures could not be checked. */
async function checkSignatures() {
  const skip = (why) => {
    console.log(`Signatures were not checked: ${why}.`);
    return [];
  };
  if (!(await hasKeys().catch(() => false))) return skip('the registry answers no keys');
  const audit = ['audit', 'signatures', '--json'];
  const { stdout } = await run('npm', audit, { cwd: rootDir, timeout: auditMs }).catch(
    (failure) => failure,
  );
  try {
    const { invalid, missing } = JSON.parse(stdout);
    console.log(`Signatures were checked; ${missing.length} packages have none.`);
    return invalid.map(({ name, version }) => `${name}@${version} has a wrong signature`);
  } catch {
    return skip('npm audit signatures gave no result');
  }
}

const lock = JSON.parse(fs.readFileSync(lockFile, 'utf8'));
if (process.argv.includes('--complete')) await complete(lock);
const packages = packagesOf(lock);
const problems = packages.map(([folder, entry]) => problemOf(folder, entry)).filter(Boolean);
const open = packages.filter(([, entry]) => entry.integrity === undefined).length;
if (process.argv.includes('--signatures')) problems.push(...(await checkSignatures()));
for (const problem of problems) console.error(problem);
console.log(
  `${packages.length} packages: ${packages.length - open} with integrity and an allowed license; ${open} optional ones of other platforms were not checked, because the registry does not have them.`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
