import type { LogicalType } from '../../standards/odcs/contract-model.ts';
import type { SqlTypes } from './sql-types.ts';
import { spellings } from './type-spellings.ts';

/** One type of a platform. */
export type TypeRow = {
  /** Its names in lower case; the first is the name in the catalog. */
  names: readonly [string, ...string[]];
  /** Logical type of its columns; without one, values cannot be checked. */
  logical?: LogicalType;
  /** Parameters of columns for which the catalog shows none. */
  defaults?: readonly string[];
  /** Parameters that have no meaning, such as the display width of integers in MySQL. */
  parameters?: 'ignored';
};

/** The types of one platform. */
export type TypeSystem = {
  title: string;
  /** Types in the order of the documentation. */
  types: readonly TypeRow[];
  /** Aliases of types with parameters; `*` is any parameter. */
  standsFor?: Readonly<Record<string, string>>;
  /** Names that are understood as types of other platforms, besides those that every dialect understands. */
  foreign?: readonly string[];
  /** The size of every integer type, if type names do not distinguish sizes. */
  integers?: '64 bits' | '38 digits';
  /** TINYINT holds 0 to 255. */
  tinyintIsUnsigned?: true;
  /** INT8 has 8 bits; elsewhere it is the Postgres name of an 8-byte integer. */
  int8IsByte?: true;
  /** Bits of FLOAT without a length, if not 64. */
  floatBits?: 32;
  /** Types that hold booleans although they are declared as another type, including their length. */
  booleans?: readonly string[];
  /** The platform reads files and records of other servers, whose types differ from the name of the platform. */
  readsFiles?: true;
  /** Declarations of columns. */
  sql: SqlTypes;
};

/** A type system prepared for lookups. */
export type TypeNames = {
  /**
   * The common name for comparison of all names of a type; undefined for names that are no type on any
   * platform.
   */
  canonical: (name: string) => string | undefined;
  rowOf: (name: string) => TypeRow | undefined;
  /** The type that an alias means. */
  standsFor: (name: string) => string | undefined;
  /** True for a type with this name and length that holds booleans although it is declared as another type. */
  isBoolean: (name: string, length: string | undefined) => boolean;
};

const common: ReadonlyMap<string, string> = new Map(
  spellings.flatMap((names) => names.map((name) => [name, names[0] ?? name] as const)),
);

/**
 * Names of the platform take precedence; a name that it lacks is looked up under the common name of the same
 * type.
 */
export function indexTypes({
  types,
  standsFor = {},
  foreign = [],
  booleans = [],
}: Omit<TypeSystem, 'sql'>): TypeNames {
  const rows = new Map(types.flatMap((row) => row.names.map((name) => [name, row] as const)));
  const texts = new Map(Object.entries(standsFor));
  const known = new Set(foreign);
  const rowOf = (name: string): TypeRow | undefined =>
    rows.get(name) ?? rows.get(common.get(name) ?? name);
  return {
    rowOf,
    canonical: (name) =>
      rowOf(name)?.names[0] ?? common.get(name) ?? (known.has(name) ? name : undefined),
    standsFor: (name) =>
      texts.get(name) ?? (rows.has(name) ? undefined : texts.get(common.get(name) ?? name)),
    isBoolean: (name, length) =>
      booleans.includes(length === undefined ? name : `${name}(${length})`),
  };
}
