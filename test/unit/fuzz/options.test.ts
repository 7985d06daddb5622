import { spawnSync } from 'node:child_process';
import { readOptions, usage } from '../../fuzz/options.ts';
import { reportRequests } from '../../fuzz/report.ts';

const run = (...words: string[]) =>
  spawnSync(process.execPath, ['test/fuzz/run.mjs', ...words], { encoding: 'utf8' });

test('the command line is understood or refused', () => {
  expect(readOptions(['--only', '7', '--seed', '5'])).toMatchObject({
    mode: 'requests',
    seed: 5,
    from: 7,
    to: 7,
  });
  expect(readOptions(['data', '--files', '20'])).toMatchObject({ mode: 'data', from: 0, to: 19 });
  expect(() => readOptions(['files'])).toThrow("'files' is unknown");
  expect(() => readOptions(['--seed', 'x'])).toThrow("--seed is 'x': give a whole number.");
});

test.each(['requests', 'files', 'concurrency'])('--%s 0 is refused', (name) => {
  expect(() => readOptions([`--${name}`, '0'])).toThrow(`--${name} is '0': give 1 or more.`);
});

test('--help prints the usage, which names every option', () => {
  const { status, stdout, stderr } = run('data', '--help');
  expect([status, stdout, stderr]).toEqual([0, `${usage}\n`, '']);
  for (const name of ['seed', 'requests', 'files', 'operation', 'only', 'from', 'to', 'seconds']) {
    expect(usage).toContain(`--${name} <`);
  }
});

test.each([
  [['--bogus', '3'], "Unknown option '--bogus': npm run fuzz -- --help lists the options.\n"],
  [
    ['--seed'],
    "Option '--seed <value>' argument missing: npm run fuzz -- --help lists the options.\n",
  ],
  [['--requests', '0'], "--requests is '0': give 1 or more.\n"],
])('%j is refused in one sentence', (words, sentence) => {
  const { status, stdout, stderr } = run(...words);
  expect([status, stdout, stderr]).toEqual([2, '', sentence]);
});

test('the report explains operations without success, and names a few', () => {
  const never = Array.from({ length: 30 }, (_, n) => `GET /api/things/${n}`);
  const figures = { p50: 1, p99: 1, max: 1, probes: 1 };
  const text = reportRequests(
    {
      findings: { all: () => [] },
      tally: { coverage: () => ({ succeeded: 120, asked: 150, never }), lines: () => [] },
      health: figures,
      memory: { warm: 1, peak: 1, end: 1 },
      sent: 1,
      wanted: 1,
      seconds: 1,
    } as never,
    'again',
  );
  const line = text.split('\n').find((each) => each.includes('/api/things/0'));
  expect(line).toMatch(/^operations that only ever refused, because .+ \(this is no finding\): /);
  expect(line).toMatch(/, GET \/api\/things\/9, and 20 more$/);
});
