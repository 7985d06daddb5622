import type { ExitCode } from '../exit-codes.ts';
import type { Column } from './columns.ts';

/** The answer of a command, printed in the format that `--output` names. */
export type Answer = {
  /** Printed by `--output json`, `yaml` and `ndjson`; a list is one line for each item in `ndjson`. */
  value: unknown;
  /** For people; without it `value` is printed as a table of `columns`. */
  text?: string;
  columns?: readonly Column[];
  /** The rows of the table, if they are not `value` itself. */
  rows?: readonly unknown[];
  /** Printed after the table or text for people, never for programs. */
  note?: string;
  code?: ExitCode;
};
