import type { Dialect } from '../domain/dialects/dialect.ts';
import type { ContractServer, ContractTable } from '../domain/standards/odcs/contract-model.ts';

/** Hosts and folders that a worker may access, and its credentials; from configuration, never from a contract. */
export type SourceAccess = {
  /** Allowed hosts (or `host:port`); empty means none. */
  allowedHosts: readonly string[];
  /** Absolute folders whose files may be read; symbolic links are resolved first. */
  allowedDataDirs: readonly string[];
  /** Variables of the environment whose names start with `DATACONTRACT_`. */
  credentials: Readonly<Record<string, string>>;
  /** Maximum time of one statement on the source. */
  statementTimeoutMs: number;
};

/**
 * A column as the catalog of the source describes it. `baseType` is the built-in type behind a user-defined one (an enum, a
 * domain).
 */
export type SourceColumn = {
  name: string;
  type: string;
  baseType?: string;
  /** True when a validated constraint of the source prevents nulls. */
  notNull?: boolean;
};

/**
 * A table, view or file; `relation` is the quoted text for FROM. `cells` is the kind of values: typed, text of values (CSV), or
 * JSON.
 */
export type SourceTable = {
  relation: string;
  columns: readonly SourceColumn[];
  cells: 'typed' | 'text' | 'json';
  /** The actual name, unquoted, as the contract writes it: alone, or with its schema. Undefined when it is unknown. */
  path?: readonly string[];
  /**
   * Columns of validated, immediate and complete unique constraints or indexes in which nulls cannot repeat. Checks that they
   * prove need no scan.
   */
  uniqueKeys?: readonly (readonly string[])[];
  /** A remark for the log of the run about how the table was read, e.g. as a sample. */
  note?: string;
  /** The source's reason why an existing table (a malformed file) cannot be read; such a table has no columns. */
  unreadable?: string;
};

/** A row by column name; integers beyond 2^53 are bigint. */
export type SourceRow = Record<string, unknown>;

/** An open connection to one server of a contract; used by one job and closed by it. */
export type Source = {
  dialect: Dialect;
  /** How many statements run in parallel; further calls of `query` wait. */
  concurrency: number;
  /**
   * The existing tables among the names; missing names are not in the map. To be called once. Sources without types in their data
   * (Avro without a registry) use those of the contract.
   */
  describe: (
    tableNames: readonly string[],
    declared?: readonly ContractTable[],
  ) => Promise<Map<string, SourceTable>>;
  /** Why a table is not in that map; follows "Could not read model 't':". */
  absence: string;
  /**
   * Runs one read-only statement; rejects with the source's message when it fails or is aborted. The error's `name` is
   * `TimeoutError` after the timeout; such a statement is not worth repeating.
   */
  query: (sql: string) => Promise<SourceRow[]>;
  /**
   * Runs one statement of a contract (`quality.sql`), isolated from other statements: its settings do not affect them, and its
   * writes are discarded. At most `maxRows` rows are read.
   */
  queryRule: (sql: string, maxRows: number) => Promise<SourceRow[]>;
  /** Remarks for the log of the run, after everything was read. */
  remarks?: () => readonly string[];
  close: () => Promise<void>;
};

export type Credential = { name: string; meaning: string; secret?: true };

/** Facts about a platform: plain data, so that a process can load them without the code that connects. */
export type ConnectorInfo<Name extends string = string> = {
  name: Name;
  /** Values of `servers[].type` for this connector. */
  serverTypes: readonly string[];
  /** All `SourceAccess.credentials` that the connector reads, with the names of datacontract-cli. */
  credentials: readonly Credential[];
  /**
   * Alternative sets of credentials; one set must be complete, otherwise the test is refused (`tests_not_configured`). Empty when
   * none is required.
   */
  signIns: readonly (readonly string[])[];
  /** The location that a stored connection is matched by: the host, account, project or bucket of the server. */
  place: (server: ContractServer) => string | undefined;
  /** Description of `place` for the docs; undefined where connections cannot be stored. */
  placeIs: string | undefined;
  /** For the tables in the docs: the platform's name, and what its tests ran against. */
  title: string;
  tested: { live: boolean; against: string };
};

/** A platform with its code. `open` refuses with `source_refused` servers that `access` does not allow, before any connection. */
export type Connector<Name extends string = string> = ConnectorInfo<Name> & {
  open: (server: ContractServer, access: SourceAccess, signal: AbortSignal) => Promise<Source>;
};
