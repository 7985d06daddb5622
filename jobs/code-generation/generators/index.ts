import type { Generator } from '../generator.ts';
import { avro } from './avro.ts';
import { go } from './go.ts';
import { graphql } from './graphql.ts';
import { protobuf } from './protobuf.ts';
import { typescript } from './typescript.ts';

/** Every format, in the order in which they are listed. */
export const generators: readonly Generator[] = [avro, protobuf, typescript, go, graphql];
