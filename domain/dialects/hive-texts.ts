import type { SqlTypes } from './sql-types.ts';

/** How long texts are that have a length, in what comes from Hive. */
export const hiveTexts: NonNullable<SqlTypes['longest']> = {
  varchar: { length: 65_535, beyond: 'text' },
  nvarchar: { length: 65_535, beyond: 'text' },
  char: { length: 255, beyond: 'text' },
  nchar: { length: 255, beyond: 'text' },
};
