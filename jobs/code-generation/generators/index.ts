import type { Generator } from '../generator.ts';
import { avro } from './avro/generator.ts';
import { generators as formats } from './catalogue.ts';
import type { GeneratorType } from './catalogue.ts';
import { dbtModels } from './dbt/models.ts';
import { dbtSources } from './dbt/sources.ts';
import { dbtStaging } from './dbt/staging.ts';
import { go } from './go/generator.ts';
import { graphql } from './graphql/generator.ts';
import { greatExpectations } from './great-expectations/generator.ts';
import { jsonSchema } from './json-schema/generator.ts';
import { mermaid } from './mermaid/generator.ts';
import { odcsHtml } from './html/generator.ts';
import { protobuf } from './protobuf/generator.ts';
import { pydantic } from './pydantic/generator.ts';
import { spark } from './spark/generator.ts';
import { sqlDdl } from './sql/generator.ts';
import { sqlSelect } from './sql/select.ts';
import { sqlalchemy } from './sqlalchemy/generator.ts';
import { typescript } from './typescript/generator.ts';

/** The types make the compiler find a format that is missing here or in the catalogue. */
const generatorsByType: { [Type in GeneratorType]: Generator<Type> } = {
  'sql-ddl': sqlDdl,
  'sql-select': sqlSelect,
  'dbt-models': dbtModels,
  'dbt-sources': dbtSources,
  'dbt-staging': dbtStaging,
  'json-schema': jsonSchema,
  pydantic,
  sqlalchemy,
  spark,
  avro,
  protobuf,
  typescript,
  go,
  graphql,
  'great-expectations': greatExpectations,
  'odcs-html': odcsHtml,
  mermaid,
};

/** Every format with the code that generates. Only workers import it. */
export const generators: readonly Generator[] = formats.map(({ type }) => generatorsByType[type]);
