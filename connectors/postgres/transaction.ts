import type { Client, QueryResult } from 'pg';
import { quoteIdentifier, quoteLiteral } from '../../domain/dialects/names/quote.ts';
import type { SourceRow } from '../connector.ts';
import { codeOf } from '../source-error.ts';
import { someText } from '../source-row.ts';

/** State that the sessions of one server share. */
export type PostgresServerState = {
  /** The exported snapshot of the first session, for the others to import. */
  snapshot: string | undefined;
  /** Settings that this server rejects (Redshift, CockroachDB, a standby). */
  refused: Set<string>;
};

/** Options of a transaction. */
export type PostgresTerms = {
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  /** Search path; the role's default when left out. */
  schema?: string | undefined;
  serverState: PostgresServerState;
  /** True if the transaction reads the snapshot of the other sessions. */
  shares: boolean;
};

export const newServerState = (): PostgresServerState => ({
  snapshot: undefined,
  refused: new Set(),
});

const exportSnapshot = 'select pg_export_snapshot() as snapshot';

/** Failed statements roll back to this savepoint, so that the transaction keeps its snapshot. */
const savepoint = 'savepoint reading';

function requiredOf({ statementTimeoutMs, schema }: PostgresTerms): string[] {
  const timeoutMs = Math.max(1, Math.trunc(statementTimeoutMs));
  return [
    `set local statement_timeout = ${timeoutMs}`,
    ...(schema === undefined ? [] : [`set local search_path to ${quoteIdentifier(schema)}`]),
  ];
}

const begin = 'begin transaction isolation level repeatable read read only';

function importSnapshot({ serverState, shares }: PostgresTerms): string[] {
  if (!shares || serverState.snapshot === undefined) return [];
  return [`set transaction snapshot ${quoteLiteral(serverState.snapshot)}`];
}

/** The order matters: a snapshot is imported before the first query, and exported before the savepoint. */
function statementsOf(terms: PostgresTerms): string[] {
  const { serverState, shares, lockTimeoutMs } = terms;
  const optional = [
    `set local lock_timeout = ${lockTimeoutMs}`,
    'set local standard_conforming_strings = on',
    "set local datestyle = 'ISO, YMD'",
    // Timestamps without a zone count as UTC.
    "set local timezone = 'UTC'",
    // JIT compilation of hundreds of expressions takes longer than it saves: 200 expressions over a million rows take a quarter
    // less without it.
    'set local jit = off',
    // Ends statements of a killed worker soon (Postgres 14 and newer).
    "set local client_connection_check_interval = '5s'",
    "set local idle_in_transaction_session_timeout = '10min'",
    ...(shares && serverState.snapshot === undefined ? [exportSnapshot] : []),
    savepoint,
  ];
  return [...importSnapshot(terms), ...requiredOf(terms), ...optional].filter(
    (statement) => !serverState.refused.has(statement),
  );
}

/**
 * True if the connection can roll back and continue after the error; false if the server is full or shutting
 * down.
 */
function isAnswer(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|28|53|57|58)/.test(code);
}

async function accepts(client: Client, statement: string): Promise<boolean> {
  try {
    await client.query(`${begin}; ${statement}; rollback`);
    return true;
  } catch (error) {
    if (!isAnswer(error)) throw error;
    await client.query('rollback');
    return false;
  }
}

async function learn(client: Client, terms: PostgresTerms): Promise<void> {
  const required = new Set(requiredOf(terms));
  for (const statement of statementsOf(terms)) {
    if (required.has(statement) || (await accepts(client, statement))) continue;
    terms.serverState.refused.add(statement);
  }
}

async function send(client: Client, terms: PostgresTerms): Promise<{ canRollBack: boolean }> {
  const statements = statementsOf(terms);
  const answer = (await client.query<SourceRow>([begin, ...statements].join('; '))) as unknown;
  const results = answer as QueryResult<SourceRow>[];
  const given = results.flatMap(({ rows }) => rows).find((row) => 'snapshot' in row);
  terms.serverState.snapshot ??= given && someText(given, 'snapshot');
  return { canRollBack: statements.includes(savepoint) };
}

/**
 * Begins a read-only transaction with one snapshot and timeouts. Optional settings that the server rejects are detected once and
 * left out afterwards. `canRollBack` says whether `rollBackStatement` works.
 */
export async function beginReading(
  client: Client,
  terms: PostgresTerms,
): Promise<{ canRollBack: boolean }> {
  try {
    return await send(client, terms);
  } catch (error) {
    if (!isAnswer(error)) throw error;
    await client.query('rollback');
    await learn(client, terms);
    return send(client, terms);
  }
}

/** Undoes a failed statement; the transaction goes on. */
export const rollBackStatement = 'rollback to savepoint reading';
