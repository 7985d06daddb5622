import { avroDifferences } from './avro.ts';
import { dbtModelsDifferences, dbtSourcesDifferences, dbtStagingDifferences } from './dbt.ts';
import type { DifferenceRule } from './difference.ts';
import { goDifferences } from './go.ts';
import { jsonSchemaDifferences } from './json-schema.ts';
import { protobufDifferences } from './protobuf.ts';
import { pydanticDifferences } from './pydantic.ts';
import { sparkDifferences } from './spark.ts';
import { sqlDdlDifferences, sqlSelectDifferences } from './sql.ts';
import { sqlalchemyDifferences } from './sqlalchemy.ts';
import { greatExpectationsDifferences, mermaidDifferences } from './suites.ts';

/** Every kind of difference from the reference that is meant, by format; `docs/generators.md` shows them. */
export const differences: readonly DifferenceRule[] = [
  ...sqlDdlDifferences,
  ...sqlSelectDifferences,
  ...dbtModelsDifferences,
  ...dbtSourcesDifferences,
  ...dbtStagingDifferences,
  ...jsonSchemaDifferences,
  ...pydanticDifferences,
  ...sqlalchemyDifferences,
  ...sparkDifferences,
  ...avroDifferences,
  ...protobufDifferences,
  ...goDifferences,
  ...greatExpectationsDifferences,
  ...mermaidDifferences,
];
