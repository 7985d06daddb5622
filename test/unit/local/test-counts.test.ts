import { count } from '../../../local/test-run.mjs';

const report = {
  numPassedTests: 5,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  numPendingTests: 1,
  numTodoTests: 1,
};

describe('the counts of bin/test', () => {
  test.each([
    ['a good run', report, true, { passed: 5, failed: 0, skipped: 2 }],
    ['failed tests', { ...report, numFailedTests: 2 }, false, { passed: 5, failed: 2, skipped: 2 }],
    [
      'a suite that did not run',
      { ...report, numRuntimeErrorTestSuites: 1 },
      false,
      { passed: 5, failed: 1, skipped: 2 },
    ],
    ['Jest failed beside the tests', report, false, { passed: 5, failed: 1, skipped: 2 }],
    ['Jest crashed', undefined, false, { passed: 0, failed: 1, skipped: 0 }],
  ])('%s', (_name, results, good, expected) => {
    expect(count(results, good)).toEqual(expected);
  });
});
