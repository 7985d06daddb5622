import type { RowDataPacket } from 'mysql2/promise';
import type { SourceRow } from '../connector.ts';
import type { MysqlConnection } from './connection.ts';
import { errorNumberOf, ruleValueOf, syntaxError } from './values.ts';
import { maxRowsText, rowInOrder, ruleInside, withoutEnd } from '../server/rule-statement.ts';

/** The statement of a rule and its row limit. */
export type Rule = { sql: string; maxRows: number };

type Client = Pick<MysqlConnection, 'client'>;

/** Each row with its columns in order. */
async function rowsOf({ client }: Client, sql: string): Promise<SourceRow[]> {
  const statement = { sql, rowsAsArray: true, typeCast: ruleValueOf };
  const [rows, fields] = await client.query<RowDataPacket[][]>(statement);
  const names = fields.map(({ name }) => name);
  return rows.map((cells) => rowInOrder(names, cells));
}

/** The statement itself, after the server parsed it inside EXISTS, which accepts only one SELECT that does not write. */
async function runAsItIs(connection: Client, { sql, maxRows }: Rule): Promise<SourceRow[]> {
  const { client } = connection;
  const prepared = await client.prepare(`select exists ${ruleInside(sql)}`);
  await prepared.close();
  await client.query(`set session sql_select_limit = ${maxRowsText(maxRows)}`);
  const rows = await rowsOf(connection, withoutEnd(sql));
  return rows.slice(0, maxRows);
}

/**
 * The rows of a rule in its order. As a derived table the statement would lose its order on MariaDB and could not have duplicate
 * column names. Parentheses accept only one SELECT, but on MariaDB no WITH.
 */
export async function runMysqlRule(connection: Client, rule: Rule): Promise<SourceRow[]> {
  try {
    const limited = `${ruleInside(rule.sql)} limit ${maxRowsText(rule.maxRows)}`;
    return await rowsOf(connection, limited);
  } catch (error) {
    if (errorNumberOf(error) !== syntaxError) throw error;
    return runAsItIs(connection, rule);
  }
}
