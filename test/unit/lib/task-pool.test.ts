import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTaskPool, processesOf } from '../../../lib/processes/task-pool.ts';
import type { SizeClass, TaskPool } from '../../../lib/processes/task-pool.ts';
import { QueueFull } from '../../../lib/waiting/bounded-queue.ts';
import { TaskCrashed, TaskTooLong } from '../../../lib/processes/task-process.ts';
import { until } from '../../support/until.ts';

const urlOf = (file: string): string => pathToFileURL(path.resolve(__dirname, file)).href;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const waiting = { tasks: 10, size: 100 };
const sizeClasses: readonly SizeClass[] = [
  { upTo: 10, heapMegabytes: 64, timeoutMs: 5_000, waiting },
  { upTo: Infinity, heapMegabytes: 64, timeoutMs: 5_000, waiting: { tasks: 3, size: 1_000 } },
];

type Asked = { sizeClass: SizeClass; message: object; end: (answer: unknown) => void };

/** Tasks end when the test says so. */
function heldPool(): { pool: TaskPool; asked: Asked[] } {
  const asked: Asked[] = [];
  const pool = createTaskPool(sizeClasses, (sizeClass) => ({
    start: () => undefined,
    end: () => undefined,
    ask: (message) => new Promise((end) => void asked.push({ sizeClass, message, end })),
  }));
  return { pool, asked };
}

describe('size classes', () => {
  it('keep small tasks from waiting behind large ones', async () => {
    const { pool, asked } = heldPool();
    const large = pool.run(500, { name: 'large' });
    const small = pool.run(5, { name: 'small' });
    await until('both are under way', () => asked.length === 2);
    asked[1]?.end('done');
    expect(await small).toBe('done');
    asked[0]?.end('at last');
    expect(await large).toBe('at last');
  });

  it('refuse what would make too much wait, and nothing of other size classes', async () => {
    const { pool, asked } = heldPool();
    const taken = [500, 400, 50].map((size) => pool.run(size, {}));
    await expect(pool.run(20, {})).rejects.toBeInstanceOf(QueueFull);
    void pool.run(1, {});
    await until('a small one is under way', () => asked.length === 2);
    for (let done = 0; done < 3; done++) {
      await until('a large one is under way', () =>
        asked.some(({ sizeClass }) => sizeClass === sizeClasses[1]),
      );
      const place = asked.findIndex(({ sizeClass }) => sizeClass === sizeClasses[1]);
      asked.splice(place, 1)[0]?.end(done);
    }
    expect(await Promise.all(taken)).toEqual([0, 1, 2]);
  });
});

describe('processes', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'task-pool-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let entries = 0;
  const entryOf = (body: string): URL => {
    const file = path.join(folder, `entry-${entries++}.mjs`);
    writeFileSync(file, `process.on('message', ({ text }) => { ${body} });`);
    return pathToFileURL(file);
  };
  const poolOf = (body: string, timeoutMs = 60_000): TaskPool =>
    createTaskPool(
      [{ upTo: Infinity, heapMegabytes: 64, timeoutMs, waiting }],
      processesOf(entryOf(body)),
    );
  const run = (pool: TaskPool, text: string): Promise<unknown> => pool.run(1, { text });

  it('are killed when a task takes too long, and another one answers', async () => {
    const pool = poolOf("if (text === 'hang') while (true); else process.send(text);", 1_000);
    expect(await run(pool, 'one')).toBe('one');
    await expect(run(pool, 'hang')).rejects.toBeInstanceOf(TaskTooLong);
    expect(await run(pool, 'two')).toBe('two');
  });

  it('end alone when they need too much memory, also all at once', async () => {
    const pool = poolOf(`const held = new Map();
      if (text === 'grow') for (let at = 0; ; at++) held.set(at, {}); else process.send(text);`);
    await expect(run(pool, 'grow')).rejects.toBeInstanceOf(TaskCrashed);
    expect(await run(pool, 'after')).toBe('after');
  });

  it('end with their parent, also while they compute', async () => {
    const [entry, started] = [path.join(folder, 'busy.mjs'), path.join(folder, 'started')];
    writeFileSync(
      entry,
      `import { writeFileSync } from 'node:fs';
      process.on('message', () => {
        writeFileSync('${started}', String(process.pid));
        while (true);
      });`,
    );
    const parent = path.join(folder, 'parent.mjs');
    writeFileSync(
      parent,
      `import { register } from 'node:module';
      register('${urlOf('../../support/load-typescript.mjs')}');
      const { createTaskProcess } = await import('${urlOf('../../../lib/processes/task-process.ts')}');
      const options = { heapMegabytes: 64, timeoutMs: 600_000, idleMs: 1_000 };
      await createTaskProcess({ entry: new URL('${pathToFileURL(entry).href}'), ...options }).ask({});`,
    );
    const asking = fork(parent, { execArgv: [], stdio: 'inherit' });
    await until('it computes', () => existsSync(started) && readFileSync(started, 'utf8') !== '');
    const pid = Number(readFileSync(started, 'utf8'));
    asking.kill('SIGKILL');
    await until('it has ended', () => !isAlive(pid));
  });

  it('know nothing of the environment of their parent', async () => {
    const pool = poolOf('process.send(Object.keys(process.env));');
    const names = (await run(pool, '')) as string[];
    expect(names.filter((name) => !name.startsWith('NODE_'))).toEqual([]);
  });
});
