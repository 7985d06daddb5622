import type { TypeDialect } from '../../../domain/dialects/dialect.ts';

/** Contracts whose tables a database refuses, and why; one that runs has to leave the list. */
export const sqlExceptions: readonly { dialect: TypeDialect; contract: string; reason: string }[] =
  [];
