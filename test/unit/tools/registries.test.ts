import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { settings } from '../../../config.ts';
import { commands } from '../../../local/cli/index.ts';
import { checks } from '../../../local/doctor/index.ts';

/** Files of a folder, below it too. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(folder, name));
}

/** What a registry imports, as paths from the root. */
function importedBy(registry: string): string[] {
  const text = readFileSync(registry, 'utf8');
  return [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, specifier = '']) =>
    path.join(path.dirname(registry), specifier),
  );
}

/** A file is an entry when it exports a value made by one of these. */
const registries = [
  {
    registry: 'api/routes/index.ts',
    // Of the interface below /v1.
    beside: ['api/routes/messaging/messaging.ts', 'api/routes/ui/index.ts'],
    folders: ['api/routes', 'api/ops'],
    entry: /(?:defineRoute|collection)\(/,
  },
  { registry: 'jobs/index.ts', folders: ['jobs'], entry: /= defineJob\(/ },
  { registry: 'domain/kinds/index.ts', folders: ['domain/kinds'], entry: /: DocumentKind = \{/ },
  {
    registry: 'connectors/catalogue.ts',
    folders: ['connectors'],
    entry: /satisfies (?:Connector|AssetSource)Info;/,
  },
  { registry: 'connectors/index.ts', folders: ['connectors'], entry: /: Connector<'/ },
  { registry: 'connectors/index.ts', folders: ['connectors'], entry: /= defineAssetSource\(/ },
  { registry: 'local/cli/index.ts', folders: ['local/cli'], entry: /: Command = \{/ },
  { registry: 'cli/index.ts', folders: ['cli'], entry: /: Command = \{/ },
  { registry: 'local/doctor/index.ts', folders: ['local/doctor/checks'], entry: /: Check = \{/ },
  {
    registry: 'jobs/code-generation/generators/index.ts',
    folders: ['jobs/code-generation/generators'],
    entry: /: Generator<'/,
  },
  {
    registry: 'test/unit/code-generation/differences/index.ts',
    folders: ['test/unit/code-generation/differences'],
    entry: /: readonly DifferenceRule\[\] = /,
  },
  {
    registry: 'db/migrations/index.ts',
    folders: ['db/migrations'],
    entry: /export async function up\(/,
  },
];

describe.each(registries)('$registry', ({ registry, beside = [], folders, entry }) => {
  const listed = [registry, ...beside].flatMap(importedBy);
  // Routes may be gathered by a neighbour that is listed itself.
  const reachable = new Set([...listed, ...listed.flatMap(importedBy)]);

  it('lists every file that declares an entry', () => {
    const declaring = folders
      .flatMap(filesOf)
      .filter((file) => file !== registry && entry.test(readFileSync(file, 'utf8')));
    expect(declaring.length).toBeGreaterThan(0);
    expect(declaring.filter((file) => !reachable.has(file))).toEqual([]);
  });
});

it('every command of operators is a script of package.json', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const names = Object.keys(commands);
  const own = names.map((name) => [name, scripts[name]]);
  expect(own).toEqual(names.map((name) => [name, `node local/launch.mjs ${name}`]));
});

it('a check of doctor stands after those that it needs, and its settings exist', () => {
  const known = Object.values(settings).map(({ env }): string => env);
  for (const [index, { name, needs = [], settings: used = [] }] of checks.entries()) {
    const before = checks.slice(0, index).map((check) => check.name);
    expect({ name, needs, used }).toEqual({
      name,
      needs: needs.filter((each) => before.includes(each)),
      used: used.filter((each) => known.includes(each)),
    });
  }
});
