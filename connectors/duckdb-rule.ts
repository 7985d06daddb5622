import { DuckDBTypeId, StatementType } from '@duckdb/node-api';
import type {
  DuckDBConnection,
  DuckDBPreparedStatement,
  DuckDBResultReader,
} from '@duckdb/node-api';
import { quoteIdentifier, quoteLiteral } from '../domain/dialects/quote.ts';
import { isObject } from '../lib/json.ts';
import { growthFault } from './rule-growth.ts';
import { withoutEnd } from './rule-statement.ts';
import { messageOf } from './source-error.ts';
import { textIn } from './source-row.ts';

/** Longer texts are cut: DuckDB's limit of memory does not count what it hands out. */
const longestText = 64 * 1024;

/** Types whose values are always small. */
const smallTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.BOOLEAN,
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DECIMAL,
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIME,
  DuckDBTypeId.TIME_TZ,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.TIMESTAMP_TZ,
  DuckDBTypeId.INTERVAL,
  DuckDBTypeId.UUID,
  DuckDBTypeId.ENUM,
]);

const notReading = 'a rule may only read: it must be a SELECT';

/** Throws when a rule would make more of little than a worker has memory for; that has to be known before it is prepared. */
async function checkGrowth(connection: DuckDBConnection, sql: string): Promise<void> {
  const asked = `select cast(json_serialize_sql(${quoteLiteral(sql)}, skip_null := true, skip_empty := true, skip_default := true) as varchar) as tree`;
  const [row] = (await connection.runAndReadAll(asked)).getRowObjectsJS();
  const tree: unknown = JSON.parse(textIn(row ?? {}, 'tree'));
  if (!isObject(tree) || tree['error'] === true) throw new Error(notReading);
  const fault = growthFault(tree);
  if (fault !== undefined) throw new Error(fault);
}

const nestedTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.LIST,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.UNION,
]);

function shortValue(name: string, type: DuckDBTypeId): string {
  if (smallTypes.has(type)) return name;
  const value = nestedTypes.has(type) ? `to_json(${name})` : name;
  return `left(cast(${value} as varchar), ${longestText})`;
}

/** The statement as a part of ours in which no value is long; what is nested is JSON there. */
function boundedRule(sql: string, statement: DuckDBPreparedStatement, mostRows: number): string {
  const names = Array.from({ length: statement.columnCount }, (_none, index) => `c${index}`);
  const values = names.map((name, index) => {
    const shown = quoteIdentifier(statement.columnName(index));
    return `${shortValue(name, statement.columnTypeId(index))} as ${shown}`;
  });
  return `select ${values.join(', ')} from (\n${sql}\n) as rule_rows(${names.join(', ')}) limit ${Math.trunc(mostRows)}`;
}

/** A semicolon before a comment at the end is left out by writing the statement anew. */
async function prepareInside(
  connection: DuckDBConnection,
  sql: string,
  wrap: (inner: string) => string,
): Promise<DuckDBPreparedStatement> {
  const prepare = async (inner: string): Promise<DuckDBPreparedStatement> => {
    const statements = await connection.extractStatements(wrap(inner));
    if (statements.count !== 1) throw new Error('a rule must be one statement');
    return statements.prepare(0);
  };
  try {
    return await prepare(withoutEnd(sql));
  } catch (error) {
    if (!/Parser Error/.test(messageOf(error))) throw error;
    const asked = `select json_deserialize_sql(json_serialize_sql(${quoteLiteral(sql)})) as plain`;
    const [row] = (await connection.runAndReadAll(asked)).getRowObjectsJS();
    return prepare(textIn(row ?? {}, 'plain'));
  }
}

/**
 * Runs one SELECT of a contract; anything else is refused: a transaction that only reads does not keep a COPY from writing over a
 * file that may be read, nor an ATTACH from taking memory. Texts of the answer end after 64 kB.
 */
export const readRule =
  (sql: string, mostRows: number) =>
  async (connection: DuckDBConnection): Promise<DuckDBResultReader> => {
    const statements = await connection.extractStatements(sql);
    if (statements.count !== 1) throw new Error('a rule must be one statement');
    await checkGrowth(connection, sql);
    const written = await statements.prepare(0);
    if (written.statementType !== StatementType.SELECT) throw new Error(notReading);
    const bounded = await prepareInside(connection, sql, (inner) =>
      boundedRule(inner, written, mostRows),
    );
    return bounded.streamAndReadUntil(mostRows);
  };
