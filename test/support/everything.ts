import { symbols } from 'pino';
import type { TestApi } from './http/api.ts';
import { quietLog } from './servers/database.ts';

/** All rows of all tables as text, each line with the name of its table. */
export async function everythingStored({ database: { knex } }: TestApi): Promise<string> {
  const { rows } = await knex.raw(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const names = (rows as { name: string }[]).map(({ name }) => name);
  const texts = names.map(
    (name) => `select t::text as row, to_jsonb(t)::text as json from "${name}" t`,
  );
  // Sent at once, these are answered by a result for each.
  const found: { rows: { row: string; json: string }[] }[] = await knex.raw(texts.join('; '));
  return found
    .flatMap((result, index) =>
      result.rows.map(({ row, json }) => `${names[index]}: ${row} ${json}`),
    )
    .join('\n');
}

/** Collects all log lines, of every level, of everything started from now on in this test file. */
export function captureLog(): string[] {
  const lines: string[] = [];
  const log = quietLog as unknown as Record<symbol, unknown>;
  const { level } = quietLog;
  const stream = log[symbols.streamSym];
  beforeAll(() => {
    log[symbols.streamSym] = { write: (line: string) => lines.push(line) };
    quietLog.level = 'trace';
  });
  afterAll(() => {
    log[symbols.streamSym] = stream;
    quietLog.level = level;
  });
  return lines;
}
