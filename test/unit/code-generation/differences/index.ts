import { avroDifferences } from './avro.ts';
import type { DifferenceRule } from './difference.ts';
import { goDifferences } from './go.ts';
import { protobufDifferences } from './protobuf.ts';
import { sqlDdlDifferences, sqlSelectDifferences } from './sql.ts';

/** Every kind of difference from the reference that is meant, by format; `docs/generators.md` shows them. */
export const differences: readonly DifferenceRule[] = [
  ...sqlDdlDifferences,
  ...sqlSelectDifferences,
  ...avroDifferences,
  ...protobufDifferences,
  ...goDifferences,
];
