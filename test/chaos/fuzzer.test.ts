import { spawn } from 'node:child_process';
import path from 'node:path';
import { freePort } from '../../local/servers/free-port.ts';
import { makeBombs } from '../fuzz/generate/encodings.ts';
import { operationsOf, schemasOf } from '../fuzz/generate/operations.ts';
import type { OpenApi } from '../fuzz/generate/operations.ts';
import { principals } from '../fuzz/generate/request.ts';
import { untilReady } from '../fuzz/installation/start-installation.ts';
import { usualLimits } from '../fuzz/limits.ts';
import type { Limits } from '../fuzz/limits.ts';
import { readOptions } from '../fuzz/options.ts';
import { runAndExamine, watchRun } from '../fuzz/requests/watched-run.ts';
import type { DistProcess } from '../support/chaos/dist.ts';
import type { Fleet, Member } from '../support/chaos/fleet.ts';

const body = (contentType = 'application/json') => ({
  requestBody: {
    content: {
      [contentType]: {
        schema: {
          type: 'object',
          properties: { links: { type: 'object', additionalProperties: { type: 'string' } } },
        },
        example: { name: 'x', links: { a: 'b' } },
      },
    },
  },
});

const apiOf = (place: string): OpenApi => ({ paths: { [place]: { post: body() } } });

function startPlanted(port: number): DistProcess {
  const file = path.join(__dirname, '..', 'support', 'chaos', 'planted-server.mjs');
  const child = spawn(process.execPath, [file, String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { child, output: () => output, ended };
}

/** The planted server in the place of an API. */
async function startInstallation() {
  const port = await freePort();
  const member: Member = {
    name: 'api',
    role: 'api',
    own: {},
    process: startPlanted(port),
    startedAt: Date.now(),
  };
  const stop = async (): Promise<void> => {
    member.process.child.kill('SIGKILL');
    await member.process.ended;
  };
  const fleet: Fleet = {
    members: [member],
    start: () => member,
    kill: stop,
    killAndRestart: async () => {
      await stop();
      member.process = startPlanted(port);
    },
    log: () => member.process.output(),
    stop,
  };
  const installation = { api: member, fleet, port, address: `http://127.0.0.1:${port}` };
  await untilReady(installation);
  return installation;
}

const credentials = Object.fromEntries(principals.map((name) => [name, []])) as never;

async function fuzz(
  place: string,
  requests: number,
  limits: Partial<Limits> = {},
  shrinkSeconds = 6,
) {
  const document = apiOf(place);
  const installation = await startInstallation();
  const prepared = {
    operations: operationsOf(document),
    find: schemasOf([document]),
    receiver: { port: installation.port, credentials, known: new Map() },
    restore: () => Promise.resolve(),
  };
  const watched = watchRun(
    {
      installation,
      prepared,
      seed: 7,
      command: 'npm run fuzz -- --seed 7',
      limits: { ...usualLimits, ...limits },
    },
    () => {},
  );
  const options = readOptions([
    '--requests',
    String(requests),
    '--seed',
    '7',
    '--concurrency',
    '8',
  ]);
  try {
    const report = await runAndExamine(watched, { ...options, shrinkSeconds });
    return report.findings.all();
  } finally {
    await watched.stop();
    await installation.fleet.stop();
  }
}

beforeAll(makeBombs);

test('a sound server gives no findings', async () => {
  expect(await fuzz('/sound', 300)).toEqual([]);
});

test('finds a 500 and makes the body that causes it as small as possible', async () => {
  const [finding, ...others] = await fuzz('/broken', 600);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ kind: 'server error', operation: 'POST /broken' });
  const [again, line = ''] = finding?.reproduction ?? [];
  expect(again).toBe(`npm run fuzz -- --seed 7 --only ${finding?.index}`);
  expect(line).toMatch(/^curl -sgi --path-as-is -X POST .* "\$API"'\/broken'$/);
  const sent = /--data-binary '([^']*)'/.exec(line)?.[1] ?? '';
  expect(sent).toContain(String.raw`\n`);
  expect(sent.length).toBeLessThan(40);
});

test('finds a request that is never answered', async () => {
  const [finding, ...others] = await fuzz('/silent', 200, { hangMs: 500, patienceMs: 200 }, 3);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ kind: 'hang', operation: 'POST /silent' });
  expect(finding?.reproduction[1]).toContain('__proto__');
});

test('finds a death of the process, the requests that cause it, and what starts again', async () => {
  const findings = await fuzz('/fatal', 200, {}, 2);
  expect(findings).not.toEqual([]);
  for (const { kind, detail, reproduction } of findings) {
    expect(kind).toBe('death');
    expect(detail).toMatch(/^api died \(exit code 1\): Error: (incorrect|unexpected|invalid)/);
    expect(reproduction[1]).toContain("-H 'Content-Encoding: gzip'");
  }
});

test('finds a request that holds up all others', async () => {
  // Eight that wait for one another are no hang, however slow the machine.
  const findings = await fuzz('/busy', 300, { hangMs: 600_000 }, 4);
  expect(findings).not.toEqual([]);
  for (const { kind, reproduction } of findings) {
    expect(kind).toBe('stall');
    expect(reproduction[1]).toContain('constructor');
  }
});

test('finds memory that only grows', async () => {
  const [finding, ...others] = await fuzz('/leaking', 300, {
    warmRequests: 50,
    maxGrowthMegabytes: 100,
  });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ kind: 'memory', operation: 'API' });
});
