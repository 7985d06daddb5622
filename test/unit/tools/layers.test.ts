import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folders = [
  'api',
  'commands',
  'jobs',
  'workers',
  'connectors',
  'domain',
  'db',
  'lib',
  'local',
];
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'layers-'));
  for (const name of [
    ...folders,
    'config.ts',
    'tsconfig.json',
    '.dependency-cruiser.mjs',
    'package.json',
  ]) {
    cpSync(name, path.join(copy, name), { recursive: true });
  }
  symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true }));

/** Checks these files and folders with all that they import. */
function cruise(places: readonly string[]): { status: number | null; output: string } {
  const program = path.resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const { status, stdout } = spawnSync(process.execPath, [program, ...places], {
    cwd: copy,
    encoding: 'utf8',
  });
  return { status, output: stdout };
}

type Planted = [what: string, file: string, text: string, rule: string];
const planted: Planted[] = [
  [
    'a type from a layer above',
    'domain/planted.ts',
    `import type { Db } from '../db/connect.ts';\nexport type Planted = Db;\n`,
    'layer-domain',
  ],
  [
    'a type of a job in the API',
    'api/planted.ts',
    `import type { JobContext } from '../jobs/define-job.ts';\nexport type Planted = JobContext;\n`,
    'layer-api',
  ],
  [
    'the API in the supervisor',
    'local/planted.ts',
    `import { createApp } from '../api/app.ts';\nexport const planted = createApp;\n`,
    'layer-local',
  ],
  [
    'a database driver in a command',
    'commands/planted.ts',
    `import { Client } from 'pg';\nexport const planted = Client;\n`,
    'library-pg',
  ],
  [
    'Koa outside the API',
    'workers/planted.ts',
    `import type Koa from 'koa';\nexport type Planted = Koa;\n`,
    'library-koa',
  ],
  [
    'the queue in a command',
    'commands/planted-queue.ts',
    `import type { Queue } from 'bullmq';\nexport type Planted = Queue;\n`,
    'library-bullmq',
  ],
  [
    'I/O in a plan',
    'jobs/contract-tests/plan/planted.ts',
    `import type { Source } from '../../../connectors/connector.ts';\nexport type Planted = Source;\n`,
    'pure-planning',
  ],
  [
    'a test in the product',
    'lib/planted.ts',
    `import { until } from '../test/support/until.ts';\nexport const planted = until;\n`,
    'resolvable|no-test-code',
  ],
  [
    'a platform in another one',
    'connectors/mysql/planted.ts',
    `import { redshift } from '../postgres/redshift.ts';\nexport const planted = redshift;\n`,
    'platforms-apart',
  ],
  [
    'a circle of folders without a circle of files',
    'connectors/guard/planted.ts',
    `import type {} from '../http/target.ts';\nexport const planted = 1;\n`,
    'no-folder-cycles',
  ],
];

const loaded = [
  ['a connector', 'connectors/server/member.ts', '../trino/connector.ts', 'trino/connector.ts'],
  ['a driver', 'domain/errors.ts', 'tedious', 'tedious'],
  [
    'a generator',
    'jobs/code-generation/generators/catalogue.ts',
    './mermaid/generator.ts',
    'mermaid/generator.ts',
  ],
] as const;

// The whole tree is the work of `npm run layers`.
it('accepts the tree as it is', () => {
  expect(cruise(['lib'])).toMatchObject({ status: 0 });
});

describe('a tree in which everything forbidden is planted', () => {
  let refused: { status: number | null; output: string };
  beforeAll(() => {
    for (const [, file, text] of planted) writeFileSync(path.join(copy, file), text);
    for (const [, name, specifier] of loaded) {
      const file = path.join(copy, name);
      writeFileSync(file, `import '${specifier}';\n${readFileSync(file, 'utf8')}`);
    }
    // The rest of the tree was read before.
    refused = cruise(['api/main.ts', ...planted.map(([, file]) => file)]);
  });

  it.each(planted)('refuses %s', (_, file, __, rule) => {
    expect(refused.status).not.toBe(0);
    const from = rule === 'no-folder-cycles' ? path.dirname(file) : file;
    expect(refused.output).toMatch(new RegExp(`error (${rule}): ${from} →`));
  });

  it.each(loaded)(
    'refuses %s that the API would load with a file of another layer',
    (_, __, ___, found) => {
      expect(refused.output).toMatch(new RegExp(`workers-only: api/main.ts → \\S*${found}`));
    },
  );
});
