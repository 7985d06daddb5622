import { ConfigError } from '../../lib/config-error.ts';
import { sqlState } from '../../db/postgres-errors.ts';
import { Refusal } from '../../domain/errors.ts';
import { explainDatabaseFailure } from '../servers/database-failure.ts';
import { isProblem, messageOf } from '../problem.ts';
import { isWrongUsage } from './command.ts';

/** An error explained for operators; `stack` only for a bug. */
export type Explanation = { code: string; message: string; stack?: string };

/** Explains an error; errors of Postgres are shown without the address of the server. */
export function explainFailure(error: unknown): Explanation {
  if (isWrongUsage(error)) return { code: 'wrong_usage', message: error.message };
  if (error instanceof Refusal) return { code: error.code, message: error.message };
  if (error instanceof ConfigError)
    return { code: 'wrong_settings', message: `The settings are invalid:\n${error.message}` };
  if (isProblem(error)) return { code: 'not_possible', message: error.message };
  const failure = explainDatabaseFailure(error);
  if (failure) {
    return {
      code: 'database_unavailable',
      message: `The database: ${failure.found}. ${failure.advice}`,
    };
  }
  const state = sqlState(error);
  return {
    code: 'internal_error',
    message: `Unexpected error: ${messageOf(error)}${state ? ` (SQLSTATE ${state})` : ''}`,
    ...(error instanceof Error && error.stack !== undefined && { stack: error.stack }),
  };
}
