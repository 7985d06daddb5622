/** Values of the API, from best to worst for the whole result: see `worstOf`. */
export type TestVerdict = 'passed' | 'warning' | 'failed' | 'error' | 'unknown';

/** The result of one check; names, keys and reasons as in datacontract-cli. */
export type CheckResult = {
  /** Unique within a run: `{model}__{field}__{type}`, with `_2` … for duplicates. */
  key: string;
  category: 'schema' | 'quality' | 'servicelevel' | 'custom';
  type: string;
  name: string;
  /** `physicalName` of the table, file or topic. */
  model: string;
  /** Column; nested values as `address.city` and `tags[]`. */
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
  /** Up to five of the rows that break the rule: key columns and the tested column, sensitive values masked. */
  failedSamples: readonly Record<string, unknown>[] | undefined;
  durationMs: number | undefined;
  diagnostics: Record<string, unknown> | undefined;
};

export type LogLine = { level: 'INFO' | 'WARN' | 'ERROR'; message: string; timestamp: string };

/** The result of a contract test; the worst check decides `result`, and no check at all gives `unknown`. */
export type ContractTestOutcome = {
  result: TestVerdict;
  checks: CheckResult[];
  logs: LogLine[];
};

/** Verdicts from worst to best; `unknown` has the lowest weight. */
const byWeight: readonly TestVerdict[] = ['error', 'failed', 'warning', 'passed'];

/** The verdict of a whole run: that of its worst check, `unknown` without a decisive check. */
export function worstOf(results: readonly TestVerdict[]): TestVerdict {
  return byWeight.find((verdict) => results.includes(verdict)) ?? 'unknown';
}
