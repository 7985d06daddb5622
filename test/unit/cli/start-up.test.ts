import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Writes the processor time of the process when it ends. */
const timeProbe = `
import fs from 'node:fs';
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  fs.writeFileSync(process.env.PROBE, String((user + system) / 1000));
});
`;

/** Writes the address of each module that is loaded; the hooks themselves run in a thread of their own. */
const moduleProbe = `
import { register } from 'node:module';
const hooks = \`
import fs from 'node:fs';
export async function load(url, context, next) {
  fs.appendFileSync(process.env.PROBE, url + '\\\\n');
  return next(url, context);
}\`;
register('data:text/javascript,' + encodeURIComponent(hooks));
`;

/** Runs Node.js with a probe, and returns what the probe has written. */
function probed(probe: string, words: readonly string[]): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'concordat-probe-'));
  const [file, written] = [path.join(folder, 'probe.mjs'), path.join(folder, 'probe.txt')];
  writeFileSync(file, probe);
  const env = { ...process.env, PROBE: written, NODE_OPTIONS: '', CONCORDAT_CONFIG_DIR: folder };
  const { stderr } = spawnSync(process.execPath, ['--import', file, ...words], { env });
  if (!existsSync(written)) throw new Error(`the probe has written nothing: ${String(stderr)}`);
  return readFileSync(written, 'utf8');
}

const command = 'bin/concordat.mjs';
const timeOf = (words: readonly string[]): number => Number(probed(timeProbe, words));
const leastOf = (measure: () => number): number => Math.min(...Array.from({ length: 5 }, measure));
const isBuilt = existsSync('dist/cli/run.js');

const calls: [string, string[]][] = [
  ['a list of commands', ['--help']],
  ['the help of a command', ['list', '--help']],
  ['a command without a server', ['logout']],
  ['the completion of an operation', ['__complete', 'api', 'listT']],
];

(isBuilt ? it : it.skip).each(calls)('%s takes at most 150 ms of processor time', (_, words) => {
  const ofCall = leastOf(() => timeOf([command, ...words]));
  expect(ofCall - leastOf(() => timeOf(['-e', '0']))).toBeLessThan(150);
});

(isBuilt ? it : it.skip).each(calls)('%s loads the client half and commander alone', (_, words) => {
  const urls = probed(moduleProbe, [command, ...words])
    .trim()
    .split('\n');
  const root = pathToFileURL(`${process.cwd()}${path.sep}`).href;
  const files = urls.filter((url) => url.startsWith(root)).map((url) => url.slice(root.length));
  const foreign = files.filter(
    (file) => !/^(bin|dist\/cli|dist\/lib|node_modules\/commander)\//.test(file),
  );
  expect(foreign).toEqual([]);
  expect(files.length).toBeGreaterThan(5);
  expect(files.length).toBeLessThan(60);
});

(isBuilt ? it : it.skip)('concordat help explains commands of the server, too', () => {
  for (const [name = '', text] of [
    ['keys', 'revoke'],
    ['start', '--demo'],
    ['access', 'request'],
  ]) {
    const { status, stdout } = spawnSync(command, ['help', name], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining(`concordat ${name}`)]);
    expect(stdout).toContain(text);
  }
});
