import type { SourceAccess } from '../../../../connectors/connector.ts';
import type { ContractTestOutcome } from '../../../../domain/contract-tests/outcome.ts';
import { hasMariadb, startMariadb } from '../../../support/servers/mariadb.ts';
import type { TestMariadb } from '../../../support/servers/mariadb.ts';
import { runContract } from '../run-contract.ts';

/** A MariaDB of one test file with an empty database, and what a worker may do with it. */
export type PrivateMariadb = TestMariadb & {
  server: Record<string, unknown>;
  access: SourceAccess;
  /** Empties the database. */
  reset: () => Promise<void>;
  /** How many sessions run something whose text contains this. */
  running: (text: string) => Promise<number>;
  /** Tests a contract with these schema objects. */
  test: (
    schema: unknown[],
    options?: Partial<Parameters<typeof runContract>[0]>,
  ) => Promise<ContractTestOutcome>;
};

/** Skipped tests are listed with their names, so the name says why. */
export const withMariadb = (name: string, tests: () => void): void => {
  if (hasMariadb()) describe(name, tests);
  else describe.skip(`(no mariadbd here: install mariadb-server-core) ${name}`, tests);
};

/** Starts a server with a database whose tables the user `reader` may read, one by one. */
export async function startPrivateMariadb(): Promise<PrivateMariadb> {
  const started = await startMariadb();
  const { host, port, run } = started;
  const database = 'Test `it`';
  const quoted = '`Test ``it```';
  const reset = (): Promise<void> =>
    run(`drop database if exists ${quoted}`, `create database ${quoted}`, `use ${quoted}`);
  await reset();
  await run(
    "create user reader identified by 'right-secret'",
    `grant select, execute on *.* to reader`,
  );
  const server = { type: 'mariadb', host, port, database };
  const access = {
    allowedHosts: [`${host}:${port}`],
    allowedDataDirs: [],
    credentials: {
      DATACONTRACT_MYSQL_USERNAME: 'reader',
      DATACONTRACT_MYSQL_PASSWORD: 'right-secret',
    },
    statementTimeoutMs: 20_000,
  };
  return {
    ...started,
    server,
    access,
    reset,
    async running(text) {
      const [rows] = await started.client.query(
        `select 1 from information_schema.processlist
        where user = 'reader' and command = 'Query' and locate(?, info) > 0`,
        [text],
      );
      return (rows as unknown[]).length;
    },
    test: (schema, options) => runContract({ schema, server, access, ...options }),
  };
}
