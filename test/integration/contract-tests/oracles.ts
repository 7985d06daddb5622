import fs from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import type { ContractTestOutcome } from '../../../domain/contract-tests/outcome.ts';

/** Recorded runs of datacontract-cli; they live beside the repository and are never part of it. */
export const oracleFolder = path.resolve(process.cwd(), '../shared/oracles');

export const hasOracles = fs.existsSync(path.join(oracleFolder, 'INDEX.json'));

export type ExpectedCheck = {
  key?: string | null;
  type: string;
  name: string;
  model?: string | null;
  field?: string | null;
  result?: string | null;
  reason?: string | null;
  diagnostics?: Record<string, unknown> | null;
};

export type Oracle = {
  id: string;
  folder: string;
  serverType: string;
  contract: Record<string, unknown>;
  checks: ExpectedCheck[];
  hasReferenceDefect: boolean;
};

type IndexEntry = {
  id: string;
  kind: string;
  tier: string;
  input: string;
  expected: string;
  serverType?: string | null;
  inputSpec?: string;
  options?: Record<string, unknown> | null;
  knownReferenceDefects?: unknown[];
};

function read(file: string): unknown {
  return JSON.parse(fs.readFileSync(path.join(oracleFolder, file), 'utf8'));
}

/** Runs recorded with options (filters, chosen rules) ask for something that this engine does not do. */
function isPlain(entry: IndexEntry): boolean {
  return Object.keys(entry.options ?? {}).length === 0 && entry.inputSpec !== 'DCS';
}

function loadOracle(entry: IndexEntry): Oracle {
  const folder = path.dirname(path.join(oracleFolder, entry.input));
  const text = fs.readFileSync(path.join(oracleFolder, entry.input), 'utf8');
  const recorded = read(entry.expected) as {
    run?: { checks?: ExpectedCheck[] };
    checks?: ExpectedCheck[];
  };
  return {
    id: entry.id,
    folder,
    serverType: entry.serverType ?? '',
    contract: load(text.replaceAll('__DATA__', path.join(folder, 'data'))) as Record<
      string,
      unknown
    >,
    checks: recorded.run?.checks ?? recorded.checks ?? [],
    hasReferenceDefect: (entry.knownReferenceDefects ?? []).length > 0,
  };
}

/** The recorded runs on servers of one type, without those that were recorded with options. */
export function loadOracles(serverType: string): Oracle[] {
  if (!hasOracles) return [];
  const list = read('INDEX.json') as IndexEntry[];
  return list
    .filter((entry) => entry.kind === 'engine' && entry.serverType === serverType && isPlain(entry))
    .map(loadOracle);
}

/** Types of checks that say something of the program or of a storage account, not of a table. */
const otherTypes: ReadonlySet<string> = new Set([
  'general',
  'connection',
  'lint',
  'azure_file_count_quality',
  'azure_file_property_quality',
  'azure_file_property_required',
]);

type Difference = { oracle: string; check: string; expected: string; actual: string };

export type Comparison = {
  agreed: number;
  differences: Difference[];
  exempt: Map<string, number>;
};

export const emptyComparison = (): Comparison => ({
  agreed: 0,
  differences: [],
  exempt: new Map(),
});

/** Says why a difference is meant, or nothing. */
export type Exemption = (
  expected: ExpectedCheck,
  actual: ContractTestOutcome['checks'][number] | undefined,
  oracle: Oracle,
) => string | undefined;

type Shown = Pick<ExpectedCheck, 'type' | 'name' | 'key' | 'result' | 'reason' | 'diagnostics'>;

const comparedMembers = [
  'metric',
  'value',
  'unit',
  'percent',
  'missing_values',
  'threshold_seconds',
  'threshold',
  'row_count',
  'failed_fraction',
  'constraint',
  'columns',
  'severity',
];

/** Reasons about numbers are compared word by word; those that quote types or drivers are not. */
function show(check: Shown | undefined): string {
  if (check === undefined) return '(none)';
  const reason = check.reason?.startsWith('Actual ') === true ? check.reason : null;
  const numbers = comparedMembers.map((member) => check.diagnostics?.[member] ?? null);
  return JSON.stringify([
    check.key,
    check.type,
    check.name,
    check.result ?? null,
    reason,
    ...numbers,
  ]);
}

/** The reference has one failed check for each bad JSON record, without a key; we have one for all records of a table. */
function recordsOnce(checks: readonly ExpectedCheck[]): ExpectedCheck[] {
  const seen = new Set<string>();
  return checks.filter(({ type, model }) => {
    const isRepeated = type === 'schema' && seen.has(model ?? '');
    if (type === 'schema') seen.add(model ?? '');
    return !isRepeated;
  });
}

function findActual(
  { checks }: ContractTestOutcome,
  expected: ExpectedCheck,
): ContractTestOutcome['checks'][number] | undefined {
  if (expected.type === 'schema') {
    return checks.find(({ type, model }) => type === 'schema' && model === expected.model);
  }
  const sameKey = checks.filter(({ key }) => key === expected.key);
  return sameKey.find(({ name }) => name === expected.name) ?? sameKey[0];
}

/** Adds the checks of one oracle to the comparison: type, name, key, result, numbers and their reason have to be the same. */
export function compare(
  comparison: Comparison,
  oracle: Oracle,
  { outcome, exemption }: { outcome: ContractTestOutcome; exemption: Exemption },
): void {
  for (const expected of recordsOnce(oracle.checks)) {
    if (otherTypes.has(expected.type)) continue;
    const actual = findActual(outcome, expected);
    const isKeyless = expected.type === 'schema' && actual !== undefined;
    const shown = {
      expected: show(expected),
      actual: show((isKeyless ? { ...actual, key: null } : actual) as Shown | undefined),
    };
    if (shown.expected === shown.actual) {
      comparison.agreed += 1;
      continue;
    }
    const reason = exemption(expected, actual, oracle);
    if (reason === undefined)
      comparison.differences.push({ oracle: oracle.id, check: expected.name, ...shown });
    else comparison.exempt.set(reason, (comparison.exempt.get(reason) ?? 0) + 1);
  }
}

/** What is printed at the end: how much agrees, and what is exempt for which reason. */
export function summarise(title: string, { agreed, differences, exempt }: Comparison): string {
  const total = agreed + differences.length;
  const ratio = total === 0 ? 1 : agreed / total;
  const meant = [...exempt].map(([reason, count]) => `  ${count} × ${reason}`);
  const open = differences.slice(0, 10).map((difference) => `  ${JSON.stringify(difference)}`);
  return [
    `${title}: ${agreed} of ${total} recorded verdicts agree (${(ratio * 100).toFixed(2)} %)`,
    ...meant,
    ...open,
  ].join('\n');
}
