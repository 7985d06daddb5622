import type { SourceRow } from '../connector.ts';
import { checkStatement } from './statement.ts';

/** Limit of one answer: above any reasonable rule, and small enough for the memory of a worker. */
const maxBytes = 64 * 1024 * 1024;

/** The server is cancelled this long after its own timeout should have ended the statement. */
const graceMs = 1_000;

const watchMs = 50;

/** The statement without trailing whitespace and semicolons. */
export function withoutEnd(sql: string): string {
  let end = sql.length;
  while (end > 0 && (sql[end - 1] === ';' || sql[end - 1]?.trim() === '')) end -= 1;
  return sql.slice(0, end);
}

/** The statement in parentheses. The line break ends a trailing comment. */
export function ruleInside(sql: string): string {
  checkStatement(sql);
  return `(\n${withoutEnd(sql)}\n)`;
}

/** The row limit of a rule, as SQL. */
export const maxRowsText = (maxRows: number): string => `${Math.max(1, Math.trunc(maxRows))}`;

/**
 * Wraps the statement of a rule (`quality.sql`) as a subquery with a row limit: there the server's parser accepts only one SELECT
 * that does not write. Its ORDER BY is kept by Postgres and Spark, dropped by Trino, and not guaranteed by Snowflake, unless it
 * has a LIMIT.
 */
export function limitedRule(sql: string, maxRows: number): string {
  return `select * from ${ruleInside(sql)} as rule_rows limit ${maxRowsText(maxRows)}`;
}

/** One row in the order of its columns; a duplicate column name gets a number. */
export function rowInOrder(names: readonly string[], cells: readonly unknown[]): SourceRow {
  const row: SourceRow = {};
  for (const [index, name] of names.entries()) {
    // JavaScript orders integer keys before all others.
    const plain = /^\d+$/.test(name) ? `"${name}"` : name;
    row[Object.hasOwn(row, plain) ? `${plain} (${index + 1})` : plain] = cells[index];
  }
  return row;
}

/** Limits of a running rule. */
export type RuleWatch = {
  statementTimeoutMs: number;
  /** Bytes that the connection has received so far. */
  received: () => number;
  /** Cancels the statement on the server; called once, at the timeout. */
  cancel: () => unknown;
  /** Closes the connection; called once, when the answer is too large. */
  cut: () => void;
};

/**
 * Runs the statement of a rule with our own limits, because it may have removed those of the server. When our limits end it,
 * rejects with our error instead of the server's.
 */
export async function watchRule<Answer>(
  { statementTimeoutMs, received, cancel, cut }: RuleWatch,
  timedOut: () => Error,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const before = received();
  let failure: Error | undefined;
  const timer = setTimeout(() => {
    failure ??= timedOut();
    cancel();
  }, statementTimeoutMs + graceMs);
  const watch = setInterval(() => {
    if (failure !== undefined || received() - before <= maxBytes) return;
    failure = new Error(`the result of the rule is larger than ${maxBytes / 1024 / 1024} MB`);
    cut();
  }, watchMs);
  try {
    const answer = await run();
    if (failure !== undefined) throw failure;
    return answer;
  } catch (error) {
    throw failure ?? error;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
  }
}
