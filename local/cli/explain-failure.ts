import { ConfigError } from '../../config.ts';
import { sqlState } from '../../db/postgres-errors.ts';
import { Refusal } from '../../domain/errors.ts';
import { explainDatabaseFailure } from '../database-failure.ts';
import { isProblem, messageOf } from '../problem.ts';
import { isWrongUsage } from './command.ts';

/** An error in the words of operators; `stack` only when it is a bug of ours. */
export type Explanation = { code: string; message: string; stack?: string };

/** Says what went wrong; errors of Postgres come without the address that they were met at. */
export function explainFailure(error: unknown): Explanation {
  if (isWrongUsage(error)) return { code: 'wrong_usage', message: error.message };
  if (error instanceof Refusal) return { code: error.code, message: error.message };
  if (error instanceof ConfigError)
    return { code: 'wrong_settings', message: `The settings are not right:\n${error.message}` };
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
    message: `That should not have happened: ${messageOf(error)}${state ? ` (SQLSTATE ${state})` : ''}`,
    ...(error instanceof Error && error.stack !== undefined && { stack: error.stack }),
  };
}
