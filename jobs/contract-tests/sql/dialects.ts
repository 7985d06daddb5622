import type { Dialect } from '../../../domain/dialects/dialect.ts';
import { duckdb } from './duckdb.ts';
import { postgres } from './postgres.ts';
import type { SqlDialect } from './sql-dialect.ts';

/** One line per dialect that checks can be written in; the file of each is beside this one. */
export const sqlDialects: Partial<Record<Dialect, SqlDialect>> = {
  duckdb,
  postgres,
};
