import type { LogicalType } from '../../standards/odcs/contract-model.ts';

/**
 * Declarations of columns on a platform. Placeholders for parameters: `(n)` a length, `(p,s)` digits, `(f)`
 * digits of a second, `(t)` texts. A default follows `=`; `text` means that type instead.
 */
export type SqlTypes = {
  /** Types for properties without a native type. */
  logical: Readonly<Record<LogicalType, string>>;
  /** Types by the name of a native type, or else by the common name of its kind. */
  writes: Readonly<Record<string, string>>;
  /** The closest types for kinds that the platform lacks. */
  approximates: Readonly<Record<string, string>>;
  /** Maximum lengths by type, and the kind of type for longer values. */
  maxLengths?: Readonly<Record<string, { length: number; beyond: string }>>;
  /**
   * Maximum precision and scale of decimals; more than `from` digits before the decimal point need the wide
   * decimal.
   */
  digits: {
    precision: number;
    scale: number;
    wide?: { from: number; precision: number; scale: number };
  };
  /** Maximum number of digits of a fraction of a second. */
  fraction: number;
  /** Kind of a text with a maximum length, if it is not varchar. */
  texts?: string;
  /** Type of text with allowed values. */
  shortTexts?: string;
  /** Maximum number of characters of text without a length, if limited. */
  maxTextLength?: number;
  /** Values that a type cannot hold, although types of the same name on other platforms can. */
  cautions?: Readonly<Record<string, string>>;
  /** A vector; `{d}` is replaced by its dimensions, `{e}` by the type of its elements. */
  vector?: string;
  /** Maximum number of dimensions of such a vector. */
  maxDimensions?: number;
  /** Names of element types of vectors, if they differ from the usual type names. */
  vectorElements?: Readonly<Record<string, string>>;
  /** True if lengths count bytes; a character takes up to four. */
  lengthsAreBytes?: boolean;
  /** True if a decimal without digits keeps few or no fraction digits. */
  decimalsNeedDigits?: boolean;
  /** Patterns of nested types; absent patterns are opaque (`logical` has their type). */
  nested?: NestedSql;
};

/** Patterns in which `{item}`, `{members}`, `{name}`, `{type}`, `{key}` and `{value}` are replaced. */
export type NestedSql = {
  array?: string;
  object?: string;
  member?: string;
  map?: string;
  /** Pattern for types that must declare that they are nullable, and the types that cannot. */
  nullable?: { as: string; except: RegExp };
  /** False if an array cannot contain arrays. */
  arraysInArrays?: boolean;
};
