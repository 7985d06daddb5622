import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

type Package = {
  version?: string;
  optionalDependencies?: Record<string, string>;
  resolved?: string;
};

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Package>;
};
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  string,
  Record<string, string>
>;

/** Where Node would look for a dependency of the package at `from`. */
function places(from: string, name: string): string[] {
  const found: string[] = [];
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    found.push(`${folder ? `${folder}/` : ''}node_modules/${name}`);
    if (folder === '') return found;
  }
}

describe('package-lock.json', () => {
  it('has an entry for every optional package of every platform, as npm ci demands', () => {
    const missing = Object.entries(lock.packages).flatMap(([from, entry]) =>
      Object.keys(entry.optionalDependencies ?? {})
        .filter((name) => !places(from, name).some((place) => lock.packages[place]))
        .map((name) => `${from || 'package.json'} → ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('fits package.json', () => {
    const root = lock.packages[''] as unknown as Record<string, unknown>;
    for (const field of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      expect(root[field]).toEqual(manifest[field]);
    }
  });

  it('names no download address', () => {
    expect(Object.values(lock.packages).filter((entry) => entry.resolved)).toEqual([]);
  });
});

describe('npm run packages', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'concordat-packages-'));
  mkdirSync(path.join(folder, 'local'));
  copyFileSync('local/check-packages.mjs', path.join(folder, 'local/check-packages.mjs'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const integrity = `sha512-${'A'.repeat(86)}==`;

  /** Runs the script on a lock file with these packages; a package counts as installed only if it has a manifest. */
  function check(packages: Record<string, object>, manifests: Record<string, object> = {}) {
    const text = JSON.stringify({ packages: { '': { name: 'x' }, ...packages } });
    writeFileSync(path.join(folder, 'package-lock.json'), text);
    for (const [place, manifest] of Object.entries(manifests)) {
      mkdirSync(path.join(folder, place), { recursive: true });
      writeFileSync(path.join(folder, place, 'package.json'), JSON.stringify(manifest));
    }
    const script = path.join(folder, 'local/check-packages.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    return [status, stderr];
  }

  it.each([
    ['one with both', { integrity, license: 'MIT' }],
    ['a choice', { integrity, license: '(GPL-3.0-only OR MIT)' }],
    ['two licenses that are allowed', { integrity, license: 'Apache-2.0 AND MIT' }],
    ['a link to a folder of ours', { link: true }],
  ])('accepts %s', (_, entry) => {
    expect(check({ 'node_modules/a': { version: '1.0.0', ...entry } })).toEqual([0, '']);
  });

  it.each([
    ['no integrity', { license: 'MIT' }, 'has no integrity'],
    ['none of an optional one', { license: 'MIT', optional: true }, 'has no integrity'],
    ['a weak one', { integrity: 'sha1-AAAA', license: 'MIT' }, 'not SHA-512'],
    ['no license', { integrity }, 'license (none)'],
    ['copyleft', { integrity, license: 'GPL-3.0-only' }, 'license GPL-3.0-only'],
    ['copyleft beside another', { integrity, license: 'MIT AND MPL-2.0' }, 'MIT AND MPL-2.0'],
  ])('refuses %s', (_, entry, reason) => {
    const [status, told] = check({ 'node_modules/a': { version: '1.0.0', ...entry } });
    expect([status, told]).toEqual([1, expect.stringContaining(reason)]);
    expect(told).toContain('a@1.0.0');
  });

  it('goes by what is installed', () => {
    const place = 'node_modules/b/node_modules/@x/c';
    const lock = { [place]: { version: '1.0.0', integrity, license: 'MIT' } };
    const manifest = { licenses: [{ type: 'AGPL-3.0' }] };
    expect(check(lock, { [place]: manifest })).toEqual([
      1,
      expect.stringContaining('@x/c@1.0.0 has the license AGPL-3.0'),
    ]);
  });

  it('knows the binaries of other platforms that may lack one', () => {
    const entry = { version: '1.0.0', optional: true, os: ['darwin'] };
    expect(check({ 'node_modules/@swc/core-darwin-x64': entry })).toEqual([0, '']);
    const [status] = check({ 'node_modules/@swc/core-darwin-x64': { ...entry, optional: false } });
    expect(status).toBe(1);
  });
});
