import type { LogicalType } from '../standards/odcs/contract-model.ts';

/**
 * How a platform declares columns. Places for parameters: `(n)` a length, `(p,s)` digits, `(f)` digits of a second, `(t)` texts; behind `=` stands what is written when there is none (`text`: that type instead).
 */
export type SqlTypes = {
  /** Where a contract names no native type. */
  logical: Readonly<Record<LogicalType, string>>;
  /** By the name of a native type, else by the common name of its kind. */
  writes: Readonly<Record<string, string>>;
  /** The same for kinds that the platform lacks: what comes nearest. */
  approximates: Readonly<Record<string, string>>;
  /** Of types with a length: the greatest, and the kind of what is longer. */
  longest?: Readonly<Record<string, { length: number; beyond: string }>>;
  /**
   * Digits of the most precise decimal, and how many of them may stand behind the point; more than `from` before it need
   * the wide decimal.
   */
  digits: {
    precision: number;
    scale: number;
    wide?: { from: number; precision: number; scale: number };
  };
  /** Most digits of a second. */
  fraction: number;
  /** Kind of a text whose greatest length is known, if not varchar. */
  texts?: string;
  /** For texts whose values are known. */
  shortTexts?: string;
  /** Most characters of a text without a length, where they are few. */
  longestText?: number;
  /** What a type cannot hold, though other platforms can by the same name. */
  cautions?: Readonly<Record<string, string>>;
  /** A vector; `{d}` is replaced by its dimensions, `{e}` by the type of its elements. */
  vector?: string;
  /** Most dimensions of such a vector. */
  longestVector?: number;
  /** What elements of vectors are called, where that is not what the type is called otherwise. */
  vectorElements?: Readonly<Record<string, string>>;
  /** True where lengths count bytes; a character takes up to four. */
  lengthsAreBytes?: boolean;
  /** True where a decimal without digits keeps none behind the point, or few. */
  decimalsNeedDigits?: boolean;
  /** How nested types are written; what is absent is opaque (`logical` has its type). */
  nested?: NestedSql;
};

/** `{item}`, `{members}`, `{name}`, `{type}`, `{key}` and `{value}` are replaced. */
export type NestedSql = {
  array?: string;
  object?: string;
  member?: string;
  map?: string;
  /** Where a type has to say that null is a value, and which types cannot. */
  nullable?: { as: string; except: RegExp };
  /** False where an array cannot hold arrays. */
  arraysInArrays?: boolean;
};
