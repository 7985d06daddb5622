import type { LogicalType } from '../standards/odcs/contract-model.ts';
import type { SqlTypes } from './sql-types.ts';
import { spellings } from './type-spellings.ts';

/** One type of a platform. */
export type TypeRow = {
  /** Names of it, in lower case; the first is what the catalogue says. */
  names: readonly [string, ...string[]];
  /** What columns of it hold; without one nothing can be said of its values. */
  logical?: LogicalType;
  /** Parameters that a column has whose catalogue shows none. */
  defaults?: readonly string[];
  /** Parameters that are written but mean nothing, such as the display width of integers in MySQL. */
  parameters?: 'ignored';
};

/** What is known of the types of one platform. */
export type TypeSystem = {
  title: string;
  /** In the order of the documentation. */
  types: readonly TypeRow[];
  /** Names that stand for a type with parameters; `*` is any parameter. */
  standsFor?: Readonly<Record<string, string>>;
  /** Names that are understood as types of other platforms, beyond those that every dialect understands. */
  foreign?: readonly string[];
  /** How columns are declared. */
  sql: SqlTypes;
};

/** A type system prepared for lookups. */
export type TypeNames = {
  /** The one name that is compared for all names of a type; undefined for what is no type anywhere. */
  canonical: (name: string) => string | undefined;
  rowOf: (name: string) => TypeRow | undefined;
  /** The text that a name stands for, if it does. */
  standsFor: (name: string) => string | undefined;
};

const common: ReadonlyMap<string, string> = new Map(
  spellings.flatMap((names) => names.map((name) => [name, names[0] ?? name] as const)),
);

/** Names of a platform come first; what it lacks is looked up under the common name of the same type. */
export function indexTypes({
  types,
  standsFor = {},
  foreign = [],
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
  };
}
