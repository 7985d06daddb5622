import type { SourceRow } from '../../connectors/connector.ts';
import { isTimeoutError } from '../../connectors/source-error.ts';
import type { Finding } from './judge/finding.ts';
import type { PlannedCheck } from './plan/planned-check.ts';
import { answers } from './sql/statements.ts';
import type { AggregateExpression } from './sql/sql-dialect.ts';
import { broken, countIn, onlyRow, since, UnusableAnswer } from './table-under-test.ts';
import type { Sampler, TableUnderTest, Task } from './table-under-test.ts';

/** Facts about a scan of a table. */
export type Scan = { rowCount: number | undefined; durationMs: number };

/** One check of the shared scan. */
export type ScanItem = {
  check: PlannedCheck;
  /** The expression to count or aggregate; checks with the same expression share it. */
  expression: { countWhere: string } | { aggregate: string };
  /** True for regular expressions of the contract, whose cost is unknown. */
  isRisky: boolean;
  /** Reads its value from the result row, by its column name. */
  toFinding: (row: SourceRow, name: string, scan: Scan) => Finding;
  sampler?: Sampler;
};

/** A check that needs only the number of rows. */
export type CountItem = {
  check: PlannedCheck;
  /** False if the result is known without counting, so that no scan is made for it. */
  isAsking: boolean;
  toFinding: (scan: Scan | undefined) => Finding;
};

/** All checks of one table that a single scan can answer. */
export type SharedScan = { items: ScanItem[]; counts: CountItem[] };

/** After this many single expressions that time out, the others are not tried. */
const maxTimeouts = 3;

const textOf = ({ expression }: ScanItem): string =>
  'countWhere' in expression ? expression.countWhere : expression.aggregate;

type Pass = { items: readonly ScanItem[]; withRowCount: boolean };

async function readOnce(
  { source, dialect, table }: TableUnderTest,
  { items, withRowCount }: Pass,
): Promise<{ row: SourceRow; names: ReadonlyMap<string, string>; scan: Scan }> {
  const names = new Map<string, string>();
  const expressions: AggregateExpression[] = withRowCount
    ? [{ name: answers.rowCount, aggregate: 'count(*)' }]
    : [];
  for (const item of items) {
    const text = textOf(item);
    if (names.has(text)) continue;
    const name = `value_${names.size}`;
    names.set(text, name);
    expressions.push({ name, ...item.expression });
  }
  const started = performance.now();
  const row = onlyRow(await source.query(dialect.aggregate(table.relation, expressions)));
  const rowCount = withRowCount ? countIn(row, answers.rowCount) : undefined;
  return { row, names, scan: { rowCount, durationMs: since(started) } };
}

/** Limits relative to all rows need the number of rows. */
const needsRowCount = (items: readonly ScanItem[]): boolean =>
  items.some(({ expression }) => 'countWhere' in expression);

async function measure(under: TableUnderTest, pass: Pass): Promise<Scan> {
  const { row, names, scan } = await readOnce(under, pass);
  // All findings are read before any is reported.
  const findings = pass.items.map((item) =>
    item.toFinding(row, names.get(textOf(item)) ?? '', scan),
  );
  for (const [index, finding] of findings.entries()) {
    const item = pass.items[index];
    if (item !== undefined) under.report(item.check, finding, item.sampler);
  }
  return scan;
}

/** Errors that repeat when the scan is split. */
const isFinal = (error: unknown): boolean =>
  isTimeoutError(error) || error instanceof UnusableAnswer;

function breakAll(under: TableUnderTest, items: readonly ScanItem[], error: unknown): void {
  for (const { check } of items) under.report(check, broken(error));
}

/** Remaining statements for finding the expressions that the source cannot evaluate. */
type Tries = { left: number };

/** Enough to find some among many expressions; where most of them fail, halving would read the table twice for each. */
const maxTries = 64;

/** Finds an expression that the source cannot evaluate, and that fails the whole statement, by halving. */
async function isolate(
  under: TableUnderTest,
  items: readonly ScanItem[],
  tries: Tries = { left: maxTries },
): Promise<void> {
  if (items.length === 0) return;
  tries.left -= 1;
  try {
    await measure(under, { items, withRowCount: needsRowCount(items) });
  } catch (error) {
    under.signal.throwIfAborted();
    const isLast = items.length === 1 || tries.left <= 0;
    if (isFinal(error) || isLast) return breakAll(under, items, error);
    const middle = Math.ceil(items.length / 2);
    await isolate(under, items.slice(0, middle), tries);
    if (tries.left <= 0) return breakAll(under, items.slice(middle), error);
    await isolate(under, items.slice(middle), tries);
  }
}

/** Evaluates each risky expression alone, so that the failing one is named. */
async function measureEach(under: TableUnderTest, items: readonly ScanItem[]): Promise<void> {
  let timeouts = 0;
  for (const item of items) {
    under.signal.throwIfAborted();
    if (timeouts >= maxTimeouts) {
      const reason = `not tried, because ${timeouts} other patterns on this table took too long`;
      under.report(item.check, broken(reason));
      continue;
    }
    try {
      await measure(under, { items: [item], withRowCount: true });
    } catch (error) {
      under.signal.throwIfAborted();
      if (isTimeoutError(error)) timeouts += 1;
      under.report(item.check, broken(error));
    }
  }
}

/** Counts only the rows; distinguishes an unreadable table from rules that cannot be evaluated. */
async function countRows(under: TableUnderTest): Promise<Scan> {
  return (await readOnce(under, { items: [], withRowCount: true })).scan;
}

type Counted = (scan: Scan | undefined, error?: unknown) => void;

/** Recovers from a failed scan: a timeout is only repeated without the expressions that may have caused it. */
async function recover(
  under: TableUnderTest,
  { items, counted, error }: { items: readonly ScanItem[]; counted: Counted; error: unknown },
): Promise<void> {
  const risky = items.filter(({ isRisky }) => isRisky);
  const safe = items.filter(({ isRisky }) => !isRisky);
  const isLate = isTimeoutError(error);
  if ((isFinal(error) && (!isLate || risky.length === 0)) || items.length === 0) {
    breakAll(under, items, error);
    return counted(undefined, error);
  }
  try {
    if (isLate) counted(await measure(under, { items: safe, withRowCount: true }));
    else counted(await countRows(under));
  } catch (second) {
    under.signal.throwIfAborted();
    breakAll(under, items, second);
    return counted(undefined, second);
  }
  await (isLate ? measureEach(under, risky) : isolate(under, items));
}

/** Items in batches that fit into one answer; equal expressions count once. */
function batchesOf(items: readonly ScanItem[], max: number): ScanItem[][] {
  const batches: ScanItem[][] = [];
  let texts = new Set<string>();
  for (const item of items) {
    const batch = batches.at(-1);
    const text = textOf(item);
    if (batch === undefined || (!texts.has(text) && texts.size >= max)) {
      texts = new Set([text]);
      batches.push([item]);
      continue;
    }
    texts.add(text);
    batch.push(item);
  }
  return batches;
}

function reportCounts({ report }: TableUnderTest, counts: readonly CountItem[]): Counted {
  return (scan, error) => {
    for (const { check, isAsking, toFinding } of counts) {
      const isLost = scan === undefined && isAsking;
      report(check, isLost ? broken(error) : toFinding(scan));
    }
  };
}

/**
 * The task that reads a table once for all its expressions and its number of rows, split into batches only
 * beyond the maximum number of result columns; undefined when nothing has to be read. An expression that the
 * source refuses affects only its own checks: it is found by halving, if the table itself can be read.
 */
export function planScan(under: TableUnderTest, { items, counts }: SharedScan): Task | undefined {
  const counted = reportCounts(under, counts);
  if (items.length === 0 && !counts.some(({ isAsking }) => isAsking)) {
    counted(undefined);
    return undefined;
  }
  // One expression is reserved for the number of rows.
  const [first = [], ...others] = batchesOf(items, under.dialect.maxExpressions - 1);
  const withRowCount = needsRowCount(first) || counts.some(({ isAsking }) => isAsking);
  return async () => {
    try {
      counted(await measure(under, { items: first, withRowCount }));
    } catch (error) {
      under.signal.throwIfAborted();
      await recover(under, { items: first, counted, error });
    }
    for (const batch of others) await isolate(under, batch);
  };
}
