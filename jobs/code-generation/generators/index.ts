import type { Generator } from '../generator.ts';
import { avro } from './avro.ts';
import { go } from './go.ts';
import { graphql } from './graphql.ts';
import { jsonSchema } from './json-schema.ts';
import { protobuf } from './protobuf.ts';
import { pydantic } from './pydantic.ts';
import { spark } from './spark.ts';
import { sqlalchemy } from './sqlalchemy.ts';
import { typescript } from './typescript.ts';

/** Every format, in the order in which they are listed. */
export const generators: readonly Generator[] = [
  avro,
  protobuf,
  typescript,
  go,
  graphql,
  jsonSchema,
  pydantic,
  sqlalchemy,
  spark,
];
