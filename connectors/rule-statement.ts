import type { SourceRow } from './connector.ts';
import { checkStatement } from './statement.ts';

/** More than any rule answers, and little enough for a worker: the bytes of one answer. */
const mostBytes = 64 * 1024 * 1024;

/** How long after its own limit of time the server is made to stop. */
const graceMs = 1_000;

const watchMs = 50;

/** The statement without blanks and semicolons at its end. */
export function withoutEnd(sql: string): string {
  let end = sql.length;
  while (end > 0 && (sql[end - 1] === ';' || sql[end - 1]?.trim() === '')) end -= 1;
  return sql.slice(0, end);
}

/** The statement of a rule in parentheses. The line break ends a comment. */
export function ruleInside(sql: string): string {
  checkStatement(sql);
  return `(\n${withoutEnd(sql)}\n)`;
}

/** How many rows of a rule are read, as SQL. */
export const mostRowsText = (mostRows: number): string => `${Math.max(1, Math.trunc(mostRows))}`;

/**
 * The statement of a rule (`quality.sql`) as a part of ours that gives at most so many rows: the server's own parser takes
 * nothing there but one SELECT, and none that writes. Its ORDER BY holds on Postgres and Spark; Trino drops it, and
 * Snowflake promises nothing, unless it has a LIMIT of its own.
 */
export function limitedRule(sql: string, mostRows: number): string {
  return `select * from ${ruleInside(sql)} as rule_rows limit ${mostRowsText(mostRows)}`;
}

/** One row of an answer in the order of its columns: of two with one name the second is numbered. */
export function rowInOrder(names: readonly string[], cells: readonly unknown[]): SourceRow {
  const row: SourceRow = {};
  for (const [index, name] of names.entries()) {
    // JavaScript puts names that are whole numbers before all others.
    const plain = /^\d+$/.test(name) ? `"${name}"` : name;
    row[Object.hasOwn(row, plain) ? `${plain} (${index + 1})` : plain] = cells[index];
  }
  return row;
}

/** What is watched while a rule runs. */
export type RuleWatch = {
  statementTimeoutMs: number;
  /** Bytes that the connection has received so far. */
  received: () => number;
  /** Asks the server to stop; called once, when the time is over. */
  cancel: () => unknown;
  /** Ends the connection; called once, when the answer is too large. */
  cut: () => void;
};

/**
 * Runs the statement of a rule, which may have lifted the server's limits of time, under ours. Rejects with what went
 * wrong here rather than with what the server says of it.
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
    if (failure !== undefined || received() - before <= mostBytes) return;
    failure = new Error(`the answer of the rule is larger than ${mostBytes / 1024 / 1024} MB`);
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
