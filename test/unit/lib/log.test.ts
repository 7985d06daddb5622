import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const built = path.resolve('dist/lib/log.js');

/** Runs a script that logs, behind a shell pipe, and says how it ended. */
function run(script: string, pipe: string): { status: number | null; output: string } {
  const code = `import { createLog } from ${JSON.stringify(built)}; ${script}`;
  const command = `set -o pipefail; "${process.execPath}" --input-type=module -e '${code}' ${pipe}`;
  const { status, stdout } = spawnSync('bash', ['-c', command], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, output: stdout };
}

it('has a build to test', () => expect(existsSync(built)).toBe(true));

it('lets a process end whose output nobody reads any more', () => {
  const script =
    'const log = createLog("x", "info"); setTimeout(() => { log.info("late"); process.exit(0); }, 300);';
  expect(run(script, '| true').status).toBe(0);
});

it('keeps lines whole when the reader is slow and the pipe does not block', () => {
  const lines = 20;
  const script = `
    const log = createLog("x", "info");
    process.stdout._handle.setBlocking(false);
    for (let n = 0; n < ${lines}; n++) log.info({ n, filler: "\u00e4".repeat(5_000) }, "line");
    setTimeout(() => {}, 3_000);`;
  const { output } = run(script, '| (sleep 1; cat)');
  const seen = output.trim().split('\n');
  expect(seen.map((line) => (JSON.parse(line) as { n: number }).n)).toEqual(
    Array.from({ length: lines }, (_, n) => n),
  );
});

it('writes what was logged just before the exit, and no secret', () => {
  const script =
    'const log = createLog("x", "info"); log.info({ password: "hunter2", nested: { apiKey: "ck_x" } }, "last words"); process.exit(3);';
  const { status, output } = run(script, '');
  expect(status).toBe(3);
  expect(output).toContain('last words');
  expect(output).not.toMatch(/hunter2|ck_x/);
});
