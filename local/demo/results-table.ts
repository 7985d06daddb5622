import { describeFailure, inThousands } from './failure-words.ts';
import type { Check } from './failure-words.ts';

/** The test of one contract on one server. */
export type TestedServer = {
  contract: string;
  server: string;
  /** Undefined if it was not tested; `why` then has the reason. */
  result: { verdict: string; checks: Check[]; durationMs: number; stored: boolean } | undefined;
  why?: string;
};

const maxColumns = 100;
const gap = '  ';
const titles = ['Contract', 'Server', 'Checks', 'Failed', 'Time', 'First failure'];
const rightAligned = new Set([2, 3, 4]);

/** The results as lines of at most 100 columns, with a summary. */
export function drawResults(rows: readonly TestedServer[]): string {
  const lines = [titles, ...rows.map(cellsOf)];
  const widths = titles.map((_title, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const drawn = lines.map((cells) => cut(cells.map((cell, at) => pad(cell, at, widths)).join(gap)));
  const rule = cut(widths.map((width) => '─'.repeat(width)).join(gap));
  return [drawn[0], rule, ...drawn.slice(1), '', ...closing(rows)].join('\n');
}

function cellsOf(row: TestedServer): string[] {
  const { contract, server, result, why } = row;
  if (result === undefined) return [contract, server, '–', '–', '–', `not tested: ${why ?? ''}`];
  const time = `${(result.durationMs / 1000).toFixed(2)} s${result.stored ? '*' : ''}`;
  return [
    contract,
    server,
    String(result.checks.length),
    String(failuresIn(row).length),
    time,
    firstFailure(row),
  ];
}

function failuresIn({ result }: TestedServer): Check[] {
  return (result?.checks ?? []).filter((check) => ['failed', 'error'].includes(check.result));
}

function firstFailure(row: TestedServer): string {
  const checks = row.result?.checks ?? [];
  // A service level without a column belongs to no table.
  const withModel = new Set(checks.map((check) => check.model).filter(Boolean)).size > 1;
  const [failure] = failuresIn(row);
  if (failure !== undefined) return describeFailure(failure, withModel);
  const mild = checks.find((check) => check.result === 'warning');
  if (mild !== undefined) return `warning: ${describeFailure(mild, withModel)}`;
  const verdict = row.result?.verdict ?? '';
  return verdict === 'passed' ? '–' : verdict;
}

function pad(cell: string, column: number, widths: readonly number[]): string {
  const width = widths[column] ?? 0;
  return rightAligned.has(column) ? cell.padStart(width) : cell.padEnd(width);
}

function cut(line: string): string {
  const bare = line.trimEnd();
  return bare.length <= maxColumns ? bare : `${bare.slice(0, maxColumns - 1)}…`;
}

function closing(rows: readonly TestedServer[]): string[] {
  const tested = rows.filter((row) => row.result !== undefined);
  const checks = tested.flatMap((row) => row.result?.checks ?? []);
  const failed = tested.flatMap(failuresIn).length;
  const warnings = checks.filter((check) => check.result === 'warning').length;
  const passed = tested.filter((row) => row.result?.verdict === 'passed').length;
  const sentence =
    `${plural(checks.length, 'check')} in ${plural(tested.length, 'test')}: ${failed} failed, ` +
    `${plural(warnings, 'warning')}; ${plural(passed, 'test')} without a fault.`;
  const stored = tested.filter((row) => row.result?.stored === true).length;
  const note = `* stored result of an earlier test: neither the contract nor its data has changed since.`;
  return stored === 0 ? [sentence] : [sentence, note];
}

function plural(count: number, noun: string): string {
  return `${inThousands(count)} ${noun}${count === 1 ? '' : 's'}`;
}
