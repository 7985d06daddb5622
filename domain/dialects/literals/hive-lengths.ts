import type { SqlTypes } from '../types/sql-types.ts';

/** Maximum lengths of text types in Hive and in platforms with its types. */
export const hiveMaxLengths: NonNullable<SqlTypes['maxLengths']> = {
  varchar: { length: 65_535, beyond: 'text' },
  nvarchar: { length: 65_535, beyond: 'text' },
  char: { length: 255, beyond: 'text' },
  nchar: { length: 255, beyond: 'text' },
};
