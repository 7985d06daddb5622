import type { Schema } from './json-schema.ts';
import { contractSchema } from './odcs/schema.ts';
import { contractLineOf, contractVersions, productLineOf, productVersions } from './versions.ts';
import { productSchema } from './odps/schema.ts';

/** A standard whose schemas are published. */
export type PublishedStandard = {
  /** Name in file names, e.g. `odcs`. */
  name: string;
  title: string;
  /** Oldest first, without the `v`. */
  versions: readonly string[];
  /** Schema of a version's documents; undefined for unsupported versions. */
  schemaOf: (version: string) => Schema | undefined;
};

const plain = (versions: readonly string[]): string[] =>
  versions.map((version) => version.slice(1));

/** A complete schema for clients: with its dialect, and with the version that its documents declare. */
function complete(schema: Schema, title: string, version: string): Schema {
  const properties = schema['properties'] as Record<string, Schema>;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `${title} ${version}`,
    ...schema,
    properties: { ...properties, apiVersion: { const: `v${version}` } },
  };
}

const contracts = 'Open Data Contract Standard';
const products = 'Open Data Product Standard';

/** All standards with versions, in the order of the API. */
export const publishedStandards: readonly PublishedStandard[] = [
  {
    name: 'odcs',
    title: contracts,
    versions: plain(contractVersions),
    schemaOf: (version) => {
      const line = contractLineOf(`v${version}`);
      return line && complete(contractSchema(line), contracts, version);
    },
  },
  {
    name: 'odps',
    title: products,
    versions: plain(productVersions),
    schemaOf: (version) => {
      const line = productLineOf(`v${version}`);
      return line && complete(productSchema(line), products, version);
    },
  },
];
