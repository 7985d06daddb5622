type Counts = { passed: number; failed: number; skipped: number };
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  numPendingTests: number;
  numTodoTests: number;
};

export function count(report: Report | undefined, jestIsGood: boolean): Counts;
export function test(ensureBuilt: () => boolean, projects: readonly string[]): Promise<number>;
