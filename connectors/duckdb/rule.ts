import { quoteIdentifier, quoteLiteral } from '../../domain/dialects/names/quote.ts';
import { isObject } from '../../lib/json/json.ts';
import type { SourceRow } from '../connector.ts';
import type { DuckdbChild } from './child.ts';
import { growthFault } from './rule-growth.ts';
import { withoutEnd } from '../server/rule-statement.ts';
import { messageOf } from '../source-error.ts';
import { textIn } from '../source-row.ts';

/** Longer texts are cut, because DuckDB's memory limit does not count results. */
const maxTextLength = 64 * 1024;

/** Types whose values are always small. */
const smallTypes: ReadonlySet<string> = new Set([
  'BOOLEAN',
  'TINYINT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'UTINYINT',
  'USMALLINT',
  'UINTEGER',
  'UBIGINT',
  'HUGEINT',
  'UHUGEINT',
  'FLOAT',
  'DOUBLE',
  'DECIMAL',
  'DATE',
  'TIME',
  'TIME_TZ',
  'TIMESTAMP',
  'TIMESTAMP_S',
  'TIMESTAMP_MS',
  'TIMESTAMP_NS',
  'TIMESTAMP_TZ',
  'INTERVAL',
  'UUID',
  'ENUM',
]);

const notReading = 'a rule may only read: it must be a SELECT';

/** Throws when a rule could use too much memory; this must be checked before the statement is prepared. */
async function checkGrowth(child: DuckdbChild, sql: string): Promise<void> {
  const asked = `select cast(json_serialize_sql(${quoteLiteral(sql)}, skip_null := true, skip_empty := true, skip_default := true) as varchar) as tree`;
  const [row] = (await child.ask({ command: 'query', sql: asked })) as SourceRow[];
  const tree: unknown = JSON.parse(textIn(row ?? {}, 'tree'));
  if (!isObject(tree) || tree['error'] === true) throw new Error(notReading);
  const fault = growthFault(tree);
  if (fault !== undefined) throw new Error(fault);
}

const nestedTypes: ReadonlySet<string> = new Set(['LIST', 'ARRAY', 'STRUCT', 'MAP', 'UNION']);

/** DuckDB's description of a prepared statement, with the type names of DuckDB's API. */
type Described = { type: string; columns: readonly { name: string; type: string }[] };

function shortValue(name: string, type: string): string {
  if (smallTypes.has(type)) return name;
  const value = nestedTypes.has(type) ? `to_json(${name})` : name;
  return `left(cast(${value} as varchar), ${maxTextLength})`;
}

/** Wraps the statement so that no value is long; nested values become JSON. */
function boundedRule(sql: string, { columns }: Described, maxRows: number): string {
  const names = columns.map((_column, index) => `c${index}`);
  const values = columns.map(
    ({ name, type }, index) => `${shortValue(`c${index}`, type)} as ${quoteIdentifier(name)}`,
  );
  return `select ${values.join(', ')} from (\n${sql}\n) as rule_rows(${names.join(', ')}) limit ${Math.trunc(maxRows)}`;
}

/** DuckDB serializes the statement again to remove a semicolon before a trailing comment. */
async function readInside(
  child: DuckdbChild,
  sql: string,
  { wrap, maxRows }: { wrap: (inner: string) => string; maxRows: number },
): Promise<SourceRow[]> {
  const read = async (inner: string): Promise<SourceRow[]> =>
    (await child.ask({ command: 'read', sql: wrap(inner), maxRows: maxRows })) as SourceRow[];
  try {
    return await read(withoutEnd(sql));
  } catch (error) {
    if (!/Parser Error/.test(messageOf(error))) throw error;
    const asked = `select json_deserialize_sql(json_serialize_sql(${quoteLiteral(sql)})) as plain`;
    const [row] = (await child.ask({ command: 'query', sql: asked })) as SourceRow[];
    return read(textIn(row ?? {}, 'plain'));
  }
}

async function readOne(child: DuckdbChild, sql: string, maxRows: number): Promise<SourceRow[]> {
  if ((await child.ask({ command: 'count', sql })) !== 1) {
    throw new Error('a rule must be one statement');
  }
  await checkGrowth(child, sql);
  const described = (await child.ask({ command: 'describe', sql })) as Described;
  if (described.type !== 'SELECT') throw new Error(notReading);
  const wrap = (inner: string): string => boundedRule(inner, described, maxRows);
  return readInside(child, sql, { wrap, maxRows });
}

/**
 * Runs one SELECT of a contract on a separate connection and commits nothing. Other statements are refused, because a read-only
 * transaction prevents neither a COPY over a readable file nor an ATTACH that takes memory. Texts of the result are cut after 64
 * kB.
 */
export const readRule =
  (sql: string, maxRows: number) =>
  async (child: DuckdbChild): Promise<SourceRow[]> => {
    try {
      await child.ask({ command: 'beginRule' });
      return await readOne(child, sql, maxRows);
    } finally {
      // After the end of the process there is no connection to close.
      await child.ask({ command: 'endRule' }).catch(() => undefined);
    }
  };
