/** Values of the API (decisions §4), from best to worst for the whole: see `worstOf`. */
export type TestVerdict = 'passed' | 'warning' | 'failed' | 'error' | 'unknown';

/** One check with what was found; names, keys and reasons as datacontract-cli users know them. */
export type CheckResult = {
  /** Unique within a run: `{model}__{field}__{type}`, with `_2` … behind a second one of the same name. */
  key: string;
  category: 'schema' | 'quality' | 'servicelevel' | 'custom';
  type: string;
  name: string;
  /** `physicalName` of the table, file or topic. */
  model: string;
  /** Column; what is inside of one as `address.city` and `tags[]`. */
  field: string | undefined;
  engine: string;
  dimension: string | undefined;
  /** Id, else name, of the quality rule. */
  qualityReference: string | undefined;
  tags: readonly string[] | undefined;
  result: TestVerdict;
  reason: string | undefined;
  /** A short summary of numbers, e.g. "1 of 5 rows". */
  details: string | undefined;
  totalNumber: number | undefined;
  failedNumber: number | undefined;
  /** Up to five of the rows that break the rule: key columns and the one under test, sensitive values masked. */
  failedSamples: readonly Record<string, unknown>[] | undefined;
  durationMs: number | undefined;
  diagnostics: Record<string, unknown> | undefined;
};

export type LogLine = { level: 'INFO' | 'WARN' | 'ERROR'; message: string; timestamp: string };

/** What a finished contract test says; the worst check decides `result`, none at all gives `unknown`. */
export type ContractTestOutcome = {
  result: TestVerdict;
  checks: CheckResult[];
  logs: LogLine[];
};

/** From worst to best; `unknown` says nothing, so that anything else outweighs it. */
const byWeight: readonly TestVerdict[] = ['error', 'failed', 'warning', 'passed'];

/** The verdict of a whole run: that of its worst check, `unknown` when no check says anything. */
export function worstOf(results: readonly TestVerdict[]): TestVerdict {
  return byWeight.find((verdict) => results.includes(verdict)) ?? 'unknown';
}
