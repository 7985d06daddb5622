import type { Client, QueryResult } from 'pg';
import { quoteIdentifier, quoteLiteral } from '../domain/dialects/quote.ts';
import type { SourceRow } from './connector.ts';
import { codeOf } from './source-error.ts';
import { someText } from './source-row.ts';

/** What the sessions on one server learn from each other. */
export type PostgresAccord = {
  /** A moment that the first of them keeps open, for the others to see the same. */
  snapshot: string | undefined;
  /** Settings that this server (Redshift, CockroachDB, a standby) does not take. */
  refused: Set<string>;
};

/** How a transaction is begun. */
export type PostgresTerms = {
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  /** Where names without a schema are looked up; as the role has it when left out. */
  schema?: string | undefined;
  accord: PostgresAccord;
  /** Whether the transaction is one of several that are to see the same moment. */
  shares: boolean;
};

/** Nothing known yet. */
export const newAccord = (): PostgresAccord => ({ snapshot: undefined, refused: new Set() });

const exportSnapshot = 'select pg_export_snapshot() as snapshot';

/** Where failed statements lead back to, so that the transaction, and with it its moment, goes on. */
const savepoint = 'savepoint moment';

function requiredOf({ statementTimeoutMs, schema }: PostgresTerms): string[] {
  const timeoutMs = Math.max(1, Math.trunc(statementTimeoutMs));
  return [
    `set local statement_timeout = ${timeoutMs}`,
    ...(schema === undefined ? [] : [`set local search_path to ${quoteIdentifier(schema)}`]),
  ];
}

const begin = 'begin transaction isolation level repeatable read read only';

function momentOf({ accord, shares }: PostgresTerms): string[] {
  if (!shares || accord.snapshot === undefined) return [];
  return [`set transaction snapshot ${quoteLiteral(accord.snapshot)}`];
}

/** In this order: a moment is taken before anything is read, and not given inside of a savepoint. */
function statementsOf(terms: PostgresTerms): string[] {
  const { accord, shares, lockTimeoutMs } = terms;
  const optional = [
    `set local lock_timeout = ${lockTimeoutMs}`,
    'set local standard_conforming_strings = on',
    "set local datestyle = 'ISO, YMD'",
    // Moments without a zone are UTC everywhere.
    "set local timezone = 'UTC'",
    // Compiling hundreds of expressions takes longer than they do: 200 over a million rows need a quarter less without.
    'set local jit = off',
    // The statement of a worker that was killed ends soon (Postgres 14 and newer).
    "set local client_connection_check_interval = '5s'",
    "set local idle_in_transaction_session_timeout = '10min'",
    ...(shares && accord.snapshot === undefined ? [exportSnapshot] : []),
    savepoint,
  ];
  return [...momentOf(terms), ...requiredOf(terms), ...optional].filter(
    (statement) => !accord.refused.has(statement),
  );
}

/** Whether the server has answered, and goes on after a roll back; not what says that it is full, or goes down. */
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
    terms.accord.refused.add(statement);
  }
}

async function send(client: Client, terms: PostgresTerms): Promise<{ canGoBack: boolean }> {
  const statements = statementsOf(terms);
  const answer = (await client.query<SourceRow>([begin, ...statements].join('; '))) as unknown;
  const results = answer as QueryResult<SourceRow>[];
  const given = results.flatMap(({ rows }) => rows).find((row) => 'snapshot' in row);
  terms.accord.snapshot ??= given && someText(given, 'snapshot');
  return { canGoBack: statements.includes(savepoint) };
}

/**
 * Begins a read-only transaction of one moment with limits of time. What the server does not take of the settings that are not
 * essential is found out once and left out from then on. `canGoBack` says whether `goBack` can be used.
 */
export async function beginReading(
  client: Client,
  terms: PostgresTerms,
): Promise<{ canGoBack: boolean }> {
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
export const goBack = 'rollback to savepoint moment';
