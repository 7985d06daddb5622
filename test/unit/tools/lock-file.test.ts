import { readFileSync } from 'node:fs';

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
