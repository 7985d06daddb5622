import { symbols } from 'pino';
import type { TestApi } from './api.ts';
import { quietLog } from './database.ts';

/** All rows of all tables as text, each line with the name of its table. */
export async function everythingStored({ database: { knex } }: TestApi): Promise<string> {
  const { rows } = await knex.raw(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const lines: string[] = [];
  for (const { name } of rows as { name: string }[]) {
    const found = await knex.raw(
      `select t::text as row, to_jsonb(t)::text as json from "${name}" t`,
    );
    for (const { row, json } of found.rows) lines.push(`${name}: ${row} ${json}`);
  }
  return lines.join('\n');
}

/** Gathers all lines, of every level, that what is started from now on in this test file logs. */
export function captureLog(): string[] {
  const lines: string[] = [];
  const log = quietLog as unknown as Record<symbol, unknown>;
  log[symbols.streamSym] = { write: (line: string) => lines.push(line) };
  quietLog.level = 'trace';
  return lines;
}
