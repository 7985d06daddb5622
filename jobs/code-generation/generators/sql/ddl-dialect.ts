/** Rules of a platform for the statements that create tables. Optional rules apply to few platforms. */
export type DdlDialect = Keys & Columns & Comments & Names & Checks & Statements;

type KeyGrammar = {
  /** Follows the key where the platform declares keys without enforcing them. */
  suffix: string;
};

type Keys = {
  primaryKey?: KeyGrammar;
  unique?: KeyGrammar;
  foreignKey?: KeyGrammar & {
    /**
     * Column types that can refer to each other: equal types, types that differ only in length, or types of one family,
     * such as all numbers.
     */
    types: 'same' | 'any length' | 'one family';
    /** False where constraints cannot be added to an existing table. */
    isLater: boolean;
    /** The target has to be a primary key. */
    onlyPrimaryKeys?: true;
    /** A table cannot refer to itself. */
    notToItself?: true;
    /** `named`: the target of another schema is found only if the statement names this schema. */
    otherSchemas?: 'never' | 'named';
  };
  /** The server accepts keys without a suffix that says so, and does not enforce them. */
  ignoresKeys?: true;
  /** Types that no key can have. */
  noKeys?: RegExp;
  /** A unique column holds one null at most. */
  uniqueHoldsOneNull?: true;
  /** The primary key orders the rows and allows duplicates. */
  primaryKeyOrders?: true;
};

type Columns = {
  notNull: boolean;
  /** Types whose values are never null. */
  neverNull?: RegExp;
  /** Columns hold null only if their type is `Nullable(…)`. */
  nullableTypes?: true;
  /** Types of columns that hold no null unless they are declared as NULL. */
  needsNull?: RegExp;
  /** Items of arrays are never null. */
  itemsAreNeverNull?: true;
  /** Nested types contain the descriptions of their members and which members are required. */
  describesMembers?: true;
  /** Members can be required only if the objects around them are required. */
  requiresWholeObjects?: true;
  /** Bytes of a row; long text takes few of them. */
  maxRowBytes?: number;
  /** The type that represents booleans, and the literals of its values. */
  booleanType?: { type: string; values: string };
};

type Comments = {
  /** `equals`: within the statement, with `=` after a table. */
  comments: 'statements' | 'inside' | 'options' | 'properties' | 'equals';
  /** Maximum number of characters of a comment on a column and on a table. */
  commentLengths?: readonly [number, number];
  /** Comments are stored in a character set with three bytes a character, which has no emojis. */
  commentsHaveThreeBytes?: true;
  /** Other metadata of tables and columns; notes name what a platform does not store. */
  tags?: 'labels' | 'pairs';
  classifications?: true;
};

type Names = {
  /** `file`: bytes of a file name, in which characters other than letters, digits and `_` are written as %XX. */
  names: { max: number; unit: 'bytes' | 'characters' | 'file'; forbidden: RegExp };
  /** Names that differ in case only are the same. */
  ignoresCase: boolean;
};

type Checks = {
  /** `later`: only by ALTER TABLE. */
  check?: 'inside' | 'later';
  /** The server accepts the lengths of text types and does not check them. */
  ignoresLengths?: true;
  /** Text types that no function counts the characters of. */
  uncounted?: RegExp;
  /** TIME literals exist and are compared with columns of times. */
  timeLiterals?: true;
  /** Comparisons of text ignore trailing blanks. */
  ignoresTrailingBlanks?: true;
  /** The remainder of a division; `mod(…)` by default. */
  remainder?: Remainder;
};

export type Remainder = {
  write?: (dividend: string, divisor: string) => string;
  /** `whole`: exact for whole divisors only, because 0.3 is no multiple of 0.1 in binary floating point. */
  ofFloats?: 'whole' | 'as numeric' | 'never';
  /** `whole`: decimals are divided as binary floating point. */
  ofDecimals?: 'whole';
};

type Statements = {
  /** The default is `CREATE TABLE`. */
  createTable?: string;
  /** Precedes the other clauses after the columns. */
  tableOptions?: string;
  /** The comment on a table precedes the clauses about its storage. */
  commentFirst?: true;
  /** Text has to be on one line, because a script is read line by line and a line could end the statement. */
  oneLine?: true;
  /** A statement that keeps the client from replacing `&` and the name after it. */
  keepsAmpersands?: string;
};
