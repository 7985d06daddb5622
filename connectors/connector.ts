import type { Dialect } from '../domain/dialects/dialect.ts';
import type { ContractServer, ContractTable } from '../domain/standards/odcs/contract-model.ts';

/** What a worker allows a connector to reach, and with which secrets; from configuration, never from a contract. */
export type SourceAccess = {
  /** Host names (or `host:port`) that may be contacted; empty means none. */
  allowedHosts: readonly string[];
  /** Absolute folders whose files may be read; symbolic links are resolved before the comparison. */
  allowedDataDirs: readonly string[];
  /** Variables of the environment whose names start with `DATACONTRACT_`. */
  credentials: Readonly<Record<string, string>>;
  /** Longest time of one statement on the source, in milliseconds. */
  statementTimeoutMs: number;
};

/**
 * One column as the source's own catalogue names it. `baseType` is the built-in type that it behaves like when its
 * own is user-defined (an enum, a domain).
 */
export type SourceColumn = {
  name: string;
  type: string;
  baseType?: string;
  /** True where a validated constraint of the source keeps nulls out. */
  notNull?: boolean;
};

/**
 * A table, view or file as found; `relation` is the text to put behind FROM, already quoted. `cells` says what its
 * columns hold: values of their type, texts that stand for values (CSV), or JSON values.
 */
export type SourceTable = {
  relation: string;
  columns: readonly SourceColumn[];
  cells: 'typed' | 'text' | 'json';
  /** What it is really called, not quoted, as the contract names it: alone, or behind its schema. Left out where that is not known. */
  path?: readonly string[];
  /**
   * Columns of validated, immediate and complete unique constraints or indexes in which nulls cannot repeat: what they
   * prove needs no scan.
   */
  uniqueKeys?: readonly (readonly string[])[];
  /** What to know of how it was read, for the log of the run, e.g. that it is a sample. */
  note?: string;
  /** Why it is there but cannot be read (a malformed file), in the source's words; then it has no columns. */
  unreadable?: string;
};

/** One row of an answer, keyed by column name; integers beyond 2^53 come as bigint. */
export type SourceRow = Record<string, unknown>;

/** An open connection to one server of a contract; used by one job and closed by it. */
export type Source = {
  dialect: Dialect;
  /** How many statements may run side by side; more calls of `query` wait for their turn. */
  lanes: number;
  /**
   * The named tables that exist, read in one go; a name that is missing is not in the map. To be called once. Sources whose
   * data does not say what it is (Avro without a registry) go by what the contract declares.
   */
  describe: (
    tableNames: readonly string[],
    declared?: readonly ContractTable[],
  ) => Promise<Map<string, SourceTable>>;
  /** Why a table is not in that map, to stand behind "Could not read model 't':". */
  absence: string;
  /**
   * Runs one read-only statement; rejects with the source's own message when it fails or is aborted. The error's
   * `name` is `TimeoutError` when the statement ran longer than allowed: the same again would only take as long.
   */
  query: (sql: string) => Promise<SourceRow[]>;
  /**
   * Runs one statement of a contract (`quality.sql`) apart from ours: whatever it sets or leaves behind does not reach
   * them, and nothing that it writes stays. At most `mostRows` rows are read.
   */
  queryRule: (sql: string, mostRows: number) => Promise<SourceRow[]>;
  /** What to know of how it was read, for the log of the run, when all has been read. */
  remarks?: () => readonly string[];
  close: () => Promise<void>;
};

/** A variable such as `DATACONTRACT_POSTGRES_PASSWORD`. */
export type Credential = { name: string; meaning: string; secret?: true };

/** One kind of platform. `open` refuses with `source_refused` what `access` does not allow, before any connection. */
export type Connector = {
  name: string;
  /** Values of `servers[].type` in a contract that this connector answers to. */
  serverTypes: readonly string[];
  /** Everything of `SourceAccess.credentials` that it reads, by the names that datacontract-cli users know. */
  credentials: readonly Credential[];
  /**
   * The ways to sign in: names of which one set has to be known in full, else the test is refused
   * (`tests_not_configured`, decisions §4). Empty where none is needed.
   */
  signIns: readonly (readonly string[])[];
  /** What a stored connection is matched by: the host, account, project or bucket of the server. */
  place: (server: ContractServer) => string | undefined;
  /** What that is, in words for the docs; undefined where no connection can be stored. */
  placeIs: string | undefined;
  /** For the tables in the docs: what people call it, and what its tests ran against. */
  title: string;
  tested: { live: boolean; against: string };
  open: (server: ContractServer, access: SourceAccess, signal: AbortSignal) => Promise<Source>;
};
