import type { RowDataPacket } from 'mysql2/promise';
import type { SourceRow } from './connector.ts';
import type { MysqlConnection } from './mysql-connection.ts';
import { errorNumberOf, ruleValueOf, syntaxError } from './mysql-values.ts';
import { mostRowsText, rowInOrder, ruleInside, withoutEnd } from './rule-statement.ts';

/** The statement of a rule, and how many of its rows are read. */
export type Rule = { sql: string; mostRows: number };

type Client = Pick<MysqlConnection, 'client'>;

/** Each row with its columns in their order. */
async function rowsOf({ client }: Client, sql: string): Promise<SourceRow[]> {
  const statement = { sql, rowsAsArray: true, typeCast: ruleValueOf };
  const [rows, fields] = await client.query<RowDataPacket[][]>(statement);
  const names = fields.map(({ name }) => name);
  return rows.map((cells) => rowInOrder(names, cells));
}

/** As it stands, after the server's parser has found one SELECT in it that writes nothing; EXISTS takes nothing else. */
async function runAsItIs(connection: Client, { sql, mostRows }: Rule): Promise<SourceRow[]> {
  const { client } = connection;
  const prepared = await client.prepare(`select exists ${ruleInside(sql)}`);
  await prepared.close();
  await client.query(`set session sql_select_limit = ${mostRowsText(mostRows)}`);
  const rows = await rowsOf(connection, withoutEnd(sql));
  return rows.slice(0, mostRows);
}

/**
 * The rows of a rule in its order: as a derived table it would lose that on MariaDB, and could not have two columns of one name.
 * In parentheses the parser takes nothing but one SELECT; MariaDB has no WITH there.
 */
export async function runMysqlRule(connection: Client, rule: Rule): Promise<SourceRow[]> {
  try {
    const limited = `${ruleInside(rule.sql)} limit ${mostRowsText(rule.mostRows)}`;
    return await rowsOf(connection, limited);
  } catch (error) {
    if (errorNumberOf(error) !== syntaxError) throw error;
    return runAsItIs(connection, rule);
  }
}
