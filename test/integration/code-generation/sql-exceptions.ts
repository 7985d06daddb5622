import type { TypeDialect } from '../../../domain/dialects/dialect.ts';

export type SqlException = { dialect: TypeDialect; contract: string; reason: string };

/** Contracts whose tables a database refuses, and why; one that runs has to leave the list. */
export const sqlExceptions: readonly SqlException[] = [];

/** Failures that no exception is for, and exceptions that no failure is for. */
export function compareWithExceptions(
  dialect: TypeDialect,
  failures: ReadonlyMap<string, string>,
  exceptions: readonly SqlException[],
): { unlisted: [name: string, message: string][]; needless: SqlException[] } {
  const listed = exceptions.filter((one) => one.dialect === dialect);
  const names = new Set(listed.map(({ contract }) => contract));
  return {
    unlisted: [...failures].filter(([name]) => !names.has(name)),
    needless: listed.filter(({ contract }) => !failures.has(contract)),
  };
}
