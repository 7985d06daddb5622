import { execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { identify } from '../../../local/processes/process-identity.mjs';
import { ensureBuilt } from '../../support/chaos/dist.ts';
import { cloneTree, killClones, startClone } from '../../support/demo-start.ts';
import { makeTestFolder, removeTestFolder } from '../../support/servers/private-servers.ts';

const rootDir = process.cwd();
const dataDir = makeTestFolder();
fs.mkdirSync(path.join(rootDir, '.data'), { recursive: true });
// On the disk of node_modules, so that its files need no copies but links.
const home = fs.mkdtempSync(path.join(rootDir, '.data', 'production-'));
const clone = path.join(home, 'clone');

jest.setTimeout(180_000);

type Packages = Record<string, { dev?: boolean; devOptional?: boolean }>;
const readPackages = (file: string): Packages =>
  (JSON.parse(fs.readFileSync(path.join(rootDir, file), 'utf8')) as { packages: Packages })
    .packages;

/** Leaves in node_modules of the clone what `npm prune --omit=dev` leaves, with the stamp of bin/start. */
function omitDevelopmentPackages(): void {
  fs.rmSync(path.join(clone, 'node_modules'), { recursive: true });
  const packages = Object.entries(readPackages('package-lock.json'));
  const installed = readPackages('node_modules/.package-lock.json');
  const development = packages.filter(([, { dev, devOptional }]) => dev || devOptional);
  const omitted = new Set(development.map(([folder]) => folder));
  const wanted = packages
    .map(([folder]) => folder)
    .filter((folder) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(folder) && !omitted.has(folder))
    .filter((folder) => fs.existsSync(path.join(rootDir, folder)));
  execFileSync('cp', ['-al', '--parents', ...wanted, clone], { cwd: rootDir });
  for (const folder of omitted) {
    fs.rmSync(path.join(clone, folder), { recursive: true, force: true });
    delete installed[folder];
  }
  const modules = path.join(clone, 'node_modules');
  const stamp = fs.readFileSync(path.join(rootDir, 'node_modules', '.concordat-lock'));
  fs.writeFileSync(path.join(modules, '.concordat-lock'), stamp);
  const record = JSON.stringify({ packages: installed });
  fs.writeFileSync(path.join(modules, '.package-lock.json'), record);
}

const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0' };
const start = (binary = path.join(clone, 'bin', 'start')) =>
  spawnSync(binary, [], { encoding: 'utf8', env });

beforeAll(() => {
  // Leaves the stamp in node_modules.
  execFileSync(process.execPath, ['local/launch.mjs', 'keys', '--help']);
  cloneTree(clone);
  omitDevelopmentPackages();
});
afterAll(() => {
  killClones();
  removeTestFolder(dataDir);
  fs.rmSync(home, { recursive: true, force: true });
});

test('without development packages and a build, bin/start names the commands', () => {
  const { status, stdout, stderr } = start();
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('dist/ was never built');
  expect(stderr).toContain('npm ci && npm run build && npm prune --omit=dev');
  expect(stderr).not.toMatch(/\n\s+at /);
});

test('without development packages it starts from dist, also through a link', async () => {
  ensureBuilt();
  execFileSync('cp', ['-al', path.join(rootDir, 'dist'), path.join(clone, 'dist')]);
  const elsewhere = path.join(home, 'elsewhere', 'bin');
  fs.mkdirSync(elsewhere, { recursive: true });
  fs.symlinkSync('../../clone/bin/start', path.join(elsewhere, 'hop'));
  fs.symlinkSync('hop', path.join(elsewhere, 'start'));
  const started = await startClone(path.dirname(elsewhere), [], { DATA_DIR: dataDir });
  expect((await fetch(`${started.address}/health/ready`)).status).toBe(200);
  expect(started.stderr).not.toContain('Installing');
  expect(started.stderr).not.toContain('Building');
  // The copy has other times, but the same sources.
  expect(started.stderr).not.toContain('dist/ was built');
  await started.stop();
});

test('without development packages it says that the sources have changed, and runs as it was built', () => {
  fs.appendFileSync(path.join(clone, 'lib', 'ids.ts'), '\n');
  const words = [path.join(clone, 'local', 'launch.mjs'), 'keys', '--help'];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env });
  expect([status, stdout]).toEqual([0, expect.stringContaining('keys')]);
  expect(stderr).toBe(
    'dist/ was built from other sources than these, and runs as it is, because the development packages are missing.\n' +
      'Build it from these sources with: npm ci && npm run build && npm prune --omit=dev\n',
  );
});

test('a start beside another one on the same data builds nothing', () => {
  const unbuilt = path.join(home, 'unbuilt');
  cloneTree(unbuilt);
  const lock = path.join(dataDir, 'lock');
  fs.writeFileSync(lock, JSON.stringify(identify(process.pid)));
  const { status, stderr } = start(path.join(unbuilt, 'bin', 'start'));
  fs.rmSync(lock);
  expect([status, stderr]).toEqual([
    1,
    `Concordat already runs on ${fs.realpathSync(dataDir)} (process ${process.pid}).\nStop it first, or set another DATA_DIR and PORT.\n`,
  ]);
  expect(fs.existsSync(path.join(unbuilt, 'dist'))).toBe(false);
});

// No account may create files there, not even root; the second has the error of a recursive mkdir on a read-only disk.
test.each(['/sys', '/sys/nowhere'])(
  'a folder that cannot be written and was never built is named: %s',
  (dist) => {
    const unbuilt = path.join(home, 'unbuilt');
    if (!fs.existsSync(unbuilt)) cloneTree(unbuilt);
    fs.rmSync(path.join(unbuilt, 'dist'), { force: true });
    fs.symlinkSync(dist, path.join(unbuilt, 'dist'));
    const { status, stderr } = start(path.join(unbuilt, 'bin', 'start'));
    expect(status).toBe(1);
    expect(stderr).toContain(`${unbuilt} cannot be written`);
    expect(stderr).toContain('npm ci && npm run build');
    expect(stderr).not.toMatch(/\n\s+at /);
  },
);

test('progress of an installation counts packages until its parent ends', async () => {
  const folder = path.join(home, 'progress');
  fs.mkdirSync(path.join(folder, 'node_modules', '@a', 'b'), { recursive: true });
  fs.mkdirSync(path.join(folder, 'node_modules', 'c'));
  const packages = { '': {}, 'node_modules/@a/b': {}, 'node_modules/c': {}, 'node_modules/d': {} };
  fs.writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  const program = path.join(rootDir, 'local', 'install-progress.mjs');
  const child = spawn(process.execPath, [program, folder, '10']);
  const line = await new Promise<string>((resolve) => {
    child.stderr.setEncoding('utf8').once('data', resolve);
  });
  expect(line).toContain('… 2 of about 3 packages after ');
  child.stdin.end();
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
});
