import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const results = path.join('.data', `test-results-${process.pid}.json`);

/** A program of the test run; it shares our terminal, its standard output goes to the error stream. */
async function run(file, words) {
  return new Promise((resolve) => {
    const child = spawn(file, words, { stdio: ['ignore', 2, 2] });
    // Ctrl-C reaches the whole group by itself; a plain kill reaches only us.
    const forward = () => child.kill('SIGTERM');
    process.on('SIGTERM', forward);
    child.on('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.on('close', (status) => {
      process.off('SIGTERM', forward);
      resolve(status === 0);
    });
  });
}

function readResults() {
  try {
    return JSON.parse(fs.readFileSync(results, 'utf8'));
  } catch {
    return undefined;
  }
}

function printSkipped(report) {
  for (const suite of report.testResults) {
    for (const { fullName, status } of suite.assertionResults) {
      if (status !== 'pending' && status !== 'todo') continue;
      console.log(`skipped: ${fullName} (${path.relative('.', suite.name)})`);
    }
  }
}

/** Passed, failed and skipped of a Jest report; a suite that did not run and a Jest that crashed failed. */
export function count(report, jestIsGood) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !jestIsGood ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Checks, builds and tests everything; prints the counts as the last line and returns the exit code. */
export async function test(ensureBuilt) {
  process.on('SIGINT', () => undefined);
  fs.mkdirSync(path.dirname(results), { recursive: true, mode: 0o711 });
  const steps = [];
  if (!(await run('npm', ['run', '--silent', 'check']))) steps.push('check');
  if (!ensureBuilt()) steps.push('build');
  const jest = path.join('node_modules', 'jest', 'bin', 'jest.js');
  const good = await run(process.execPath, [jest, '--json', `--outputFile=${results}`]);
  const report = readResults();
  fs.rmSync(results, { force: true });
  const counts = count(report, good);
  if (report !== undefined) printSkipped(report);
  for (const step of steps) console.log(`failed: ${step}`);
  const failed = counts.failed + steps.length;
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  console.log(`${counts.passed} passed, ${failed} failed${skipped}`);
  return failed === 0 ? 0 : 1;
}
