import { keepRunning } from '../../../local/processes/keep-running.ts';
import type { Running } from '../../../local/processes/keep-running.ts';

type Life = Running & { end: () => void };

function life(pid: number): Life {
  let end = (): void => undefined;
  const exited = new Promise<void>((resolve) => (end = resolve));
  return { pid, exited, reason: () => 'ended with 1', stop: async () => end(), end };
}

const pauses = { firstMs: 4, maxMs: 16, goodLifeMs: 60 };

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}

describe('keepRunning', () => {
  const lives: Life[] = [];
  const lines: string[] = [];
  const start = async (): Promise<Life> => {
    const next = life(lives.length + 1);
    lives.push(next);
    return next;
  };
  const options = { name: 'api', start, show: (line: string) => void lines.push(line), pauses };

  beforeEach(() => {
    lives.length = 0;
    lines.length = 0;
  });

  test('starts again after pauses that double up to a limit', async () => {
    const kept = await keepRunning(options);
    for (let each = 0; each < 5; each += 1) {
      lives[each]?.end();
      await until(() => lives.length === each + 2);
    }
    const seconds = lines.map((line) => /restarting in (.*) s$/.exec(line)?.[1]);
    expect(seconds).toEqual(['0.004', '0.008', '0.016', '0.016', '0.016']);
    expect(lines[0]).toBe('api ended with 1; restarting in 0.004 s');
    expect([kept.failures(), kept.pid()]).toEqual([5, 6]);
    await kept.stop();
  });

  test('a long life makes the next pause short again', async () => {
    const kept = await keepRunning(options);
    lives[0]?.end();
    await until(() => lives.length === 2);
    await new Promise((resolve) => setTimeout(resolve, pauses.goodLifeMs + 10));
    lives[1]?.end();
    await until(() => lives.length === 3);
    expect(kept.failures()).toBe(1);
    await kept.stop();
  });

  test('what cannot be started is tried again', async () => {
    let calls = 0;
    const kept = await keepRunning({
      ...options,
      start: async () => {
        calls += 1;
        if (calls === 2) throw new Error('no room');
        return start();
      },
    });
    lives[0]?.end();
    await until(() => lives.length === 2);
    expect(lines[1]).toBe('api did not start (no room); restarting in 0.008 s');
    await kept.stop();
  });

  test('stopped while it pauses, it stays stopped', async () => {
    const kept = await keepRunning({ ...options, pauses: { ...pauses, firstMs: 10_000 } });
    lives[0]?.end();
    await until(() => lines.length === 1);
    await kept.stop();
    expect(lives).toHaveLength(1);
  });
});
