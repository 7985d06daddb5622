import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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

function cruise(): { status: number | null; output: string } {
  const program = path.resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const { status, stdout } = spawnSync(process.execPath, [program, ...folders], {
    cwd: copy,
    encoding: 'utf8',
  });
  return { status, output: stdout };
}

it('accepts the tree as it is', () => {
  expect(cruise()).toMatchObject({ status: 0 });
});

it.each([
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
    'commands/planted.ts',
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
])(
  'refuses %s',
  (_, file, text, rule) => {
    writeFileSync(path.join(copy, file), text);
    const { status, output } = cruise();
    rmSync(path.join(copy, file));
    expect(status).not.toBe(0);
    expect(output).toMatch(new RegExp(rule));
  },
  30_000,
);
