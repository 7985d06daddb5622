import type { Generator } from '../generator.ts';
import { avro } from './avro.ts';
import { dbtModels } from './dbt-models.ts';
import { dbtSources } from './dbt-sources.ts';
import { dbtStaging } from './dbt-staging.ts';
import { go } from './go.ts';
import { graphql } from './graphql.ts';
import { greatExpectations } from './great-expectations.ts';
import { jsonSchema } from './json-schema.ts';
import { mermaid } from './mermaid.ts';
import { odcsHtml } from './odcs-html.ts';
import { protobuf } from './protobuf.ts';
import { pydantic } from './pydantic.ts';
import { spark } from './spark.ts';
import { sqlDdl } from './sql-ddl.ts';
import { sqlSelect } from './sql-select.ts';
import { sqlalchemy } from './sqlalchemy.ts';
import { typescript } from './typescript.ts';

/** Every format, in the order in which they are listed. */
export const generators: readonly Generator[] = [
  sqlDdl,
  sqlSelect,
  dbtModels,
  dbtSources,
  dbtStaging,
  jsonSchema,
  pydantic,
  sqlalchemy,
  spark,
  avro,
  protobuf,
  typescript,
  go,
  graphql,
  greatExpectations,
  odcsHtml,
  mermaid,
];
