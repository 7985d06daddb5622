import { execFile, spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  expectAsPrinted,
  readAllSteps,
  readListedCommands,
  readSteps,
} from '../support/readme-steps.ts';
import { until } from '../support/until.ts';

/** The package as people get it: packed, installed into an empty folder, and used without the checkout. */
const run = promisify(execFile);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'concordat-package-'));
const home = path.join(folder, 'home');
const workingDir = path.join(folder, 'empty');
const bin = path.join(folder, 'installed', 'node_modules', '.bin');
const env = { PATH: `${bin}:${process.env['PATH']}`, HOME: home, PORT: '0' };

/** npm with the settings of this account, because its registry may be another one. */
const npm = async (words: string[], cwd: string) => run('npm', words, { cwd, maxBuffer: 1e8 });

type Packed = { filename: string; size: number; files: { path: string }[] };
let packed: Packed;
let started: ChildProcess | undefined;
let stdout = '';

async function pack(): Promise<Packed> {
  // bin/test has built dist; a build here would change files that other tests load.
  const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [found] = JSON.parse((await npm(words, process.cwd())).stdout) as Packed[];
  if (!found) throw new Error('npm pack has packed nothing');
  return found;
}

async function install(): Promise<void> {
  const target = path.join(folder, 'installed');
  fs.mkdirSync(target, { recursive: true });
  fs.writeFileSync(path.join(target, 'package.json'), '{"private":true}');
  const words = ['install', '--no-audit', '--no-fund', '--prefer-offline'];
  await npm([...words, path.join(folder, packed.filename)], target);
}

/** An installation needs the packages of the registry. */
const hasRegistry = spawnSync('npm', ['view', 'koa', 'version']).status === 0;
const itInstalled = hasRegistry ? it : it.skip;
const unlessMissing = hasRegistry ? '' : ' (npm reaches no registry)';

beforeAll(async () => {
  packed = await pack();
  if (hasRegistry) await install();
  fs.mkdirSync(workingDir, { recursive: true });
  fs.mkdirSync(home, { recursive: true });
  // Servers of root run under another account, which must reach their data.
  for (const each of [folder, home]) fs.chmodSync(each, 0o755);
}, 600_000);

afterAll(async () => {
  started?.kill('SIGINT');
  await until('concordat has ended', () => started === undefined || started.exitCode !== null);
  fs.rmSync(folder, { recursive: true, force: true });
});

it('has what concordat start needs, and no tests, sources or benchmarks', () => {
  const paths = packed.files.map((file) => file.path);
  for (const file of [
    'bin/concordat.mjs',
    'dist/api/main.js',
    'dist/web/index.html',
    'examples/orders.csv',
  ])
    expect(paths).toContain(file);
  const wanted = /^(bin\/concordat\.mjs|dist\/|examples\/|README\.md|LICENSE|package\.json)/;
  expect(paths.filter((name) => !wanted.test(name))).toEqual([]);
  expect(paths.filter((name) => /\.test\.|^dist\/(bench|test)\/|\.ts$/.test(name))).toEqual([]);
  expect(packed.size).toBeLessThan(8_000_000);
});

itInstalled(
  `runs Concordat from an empty folder, and the commands of README.md and docs/cli.md against it${unlessMissing}`,
  async () => {
    started = spawn('concordat', ['start'], { cwd: workingDir, env });
    started.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    started.stderr?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    await until(
      'concordat is ready',
      () => /Stop .*\n\n$/.test(stdout) || started?.exitCode !== null,
    );
    const [, address = ''] = /^ +Address +(\S+)$/m.exec(stdout) ?? [];
    const [key = ''] = /ck_o_\w+/.exec(stdout) ?? [];
    expect(stdout).toContain(path.join(home, '.local', 'share', 'concordat'));

    const login = run('concordat', ['login', address], { cwd: workingDir, env });
    login.child.stdin?.end(key);
    expect((await login).stdout).toContain(`Signed in to ${address}`);
    fs.cpSync(
      path.join(folder, 'installed', 'node_modules', 'concordat', 'examples'),
      path.join(workingDir, 'examples'),
      { recursive: true },
    );

    const variables = { ...env, CONCORDAT: address, KEY: key };
    await expectAsPrinted(
      [{ command: `cd '${workingDir}'`, printed: [] }, ...readAllSteps('docs/cli.md')],
      variables,
    );
    await expectAsPrinted(
      [
        { command: `cd '${workingDir}'`, printed: [] },
        ...readSteps('README.md', 'Five minutes', 'What else it does'),
        ...readListedCommands('README.md', 'What else it does'),
      ],
      variables,
    );
  },
  600_000,
);

itInstalled(
  `has the commands of operators, which name themselves as concordat${unlessMissing}`,
  async () => {
    const options = { cwd: workingDir, env };
    const keys = await run('concordat', ['keys', 'list', '--json'], options);
    expect(JSON.parse(keys.stdout).keys).toHaveLength(1);
    await run('concordat', ['backup', 'all.tar'], options);
    expect(fs.existsSync(path.join(workingDir, 'all.tar'))).toBe(true);
    const doctor = await run('concordat', ['doctor'], options);
    expect(doctor.stdout).toContain('0 failed');
    const wrong = await run('concordat', ['keys', 'lisst'], options).catch(
      (error: unknown) => error,
    );
    expect(wrong).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('concordat keys list'),
    });
    const again = await run('concordat', ['start'], options).catch((error: unknown) => error);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already runs') });
  },
);
