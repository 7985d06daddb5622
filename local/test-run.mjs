import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const results = path.join('.data', `test-results-${process.pid}.json`);

/** Runs a program of the test run; what it prints goes to this terminal's error stream, or to a file. */
async function run(file, words, output = 2) {
  return new Promise((resolve) => {
    const child = spawn(file, words, { stdio: ['ignore', output, output] });
    // Ctrl-C reaches the whole process group; a plain kill reaches only this process.
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

/** Starts the checks of the source; returns a function that waits for them, prints what they found and says whether all is well. */
function startCheck() {
  const output = path.join('.data', `check-${process.pid}.log`);
  const handle = fs.openSync(output, 'w', 0o600);
  const ended = run('npm', ['run', '--silent', 'check'], handle);
  return async () => {
    const isGood = await ended;
    fs.closeSync(handle);
    if (!isGood) process.stderr.write(fs.readFileSync(output));
    fs.rmSync(output);
    return isGood;
  };
}

function readResults() {
  try {
    return JSON.parse(fs.readFileSync(results, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Prints skipped tests, then failed ones with the first lines of their messages, so that a reader of the end finds them. */
function printOthers(report) {
  const all = report.testResults.flatMap((suite) => {
    const file = path.relative('.', suite.name);
    const broken = { status: 'failed', fullName: 'the file', failureMessages: [suite.message] };
    const didRun = suite.assertionResults.length > 0 || suite.status === 'passed';
    return (didRun ? suite.assertionResults : [broken]).map((test) => ({ ...test, file }));
  });
  for (const { fullName, status, file } of all) {
    if (status === 'pending' || status === 'todo') console.log(`skipped: ${fullName} (${file})`);
  }
  for (const { fullName, status, file, failureMessages } of all) {
    if (status !== 'failed') continue;
    console.log(`failed: ${fullName} (${file})\n${failureMessages.join('\n').slice(0, 2_000)}`);
  }
}

/** Passed, failed and skipped tests of a Jest report; a suite that did not run and a crash of Jest count as failed. */
export function count(report, jestIsGood) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !jestIsGood ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** A fifth of the processor time of a run is that of the garbage collector when most of its objects outlive a small nursery. */
const collectorFlags = ['--max-semi-space-size=64', '--single-threaded-gc'];

const usualProjects = ['unit', 'integration', 'api'];

/** Prints the failed steps and, as the last line, the counts; returns the exit code. */
function conclude(counts, failedSteps) {
  for (const step of failedSteps) console.log(`failed: ${step}`);
  const failed = counts.failed + failedSteps.length;
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  console.log(`${counts.passed} passed, ${failed} failed${skipped}`);
  return failed === 0 ? 0 : 1;
}

async function runJest(projects) {
  const jest = path.join('node_modules', 'jest', 'bin', 'jest.js');
  // Without what tests print, so that the message of a failed test stands right behind its name.
  const words = ['--json', '--silent', `--outputFile=${results}`, '--selectProjects', ...projects];
  return run(process.execPath, [...collectorFlags, jest, ...words]);
}

/**
 * Checks, builds and tests; with names of Jest projects (such as `chaos`) it only builds and runs these. Prints the counts as the
 * last line and returns the exit code.
 */
export async function test(ensureBuilt, projects) {
  process.on('SIGINT', () => undefined);
  fs.mkdirSync(path.dirname(results), { recursive: true, mode: 0o711 });
  const steps = [];
  const isWhole = projects.length === 0;
  if (!ensureBuilt()) steps.push('build');
  // Beside the tests: the checks use one core at a time.
  const endCheck = isWhole ? startCheck() : undefined;
  // Tests of a folder run together; chaos tests need the whole machine, and each a process of its own.
  if (isWhole) process.env.TEST_GROUPS = '1';
  const good = await runJest(isWhole ? usualProjects : projects);
  if (endCheck !== undefined && !(await endCheck())) steps.push('check');
  const report = readResults();
  fs.rmSync(results, { force: true });
  if (report !== undefined) printOthers(report);
  return conclude(count(report, good), steps);
}
