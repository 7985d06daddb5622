import { startTdsServer } from '../../../support/fakes/tds-server.ts';
import type { FakeTdsServer, TdsAnswering, TdsTable } from '../../../support/fakes/tds-server.ts';
import { until } from '../../../support/until.ts';
import {
  accessWith,
  answerScan,
  openAt,
  ordersResults,
  rejectionOf,
  resultsOf,
  runOrders,
} from './platform-source.ts';

const password = 'Str0ng!Passw0rd';
const credentials = {
  DATACONTRACT_SQLSERVER_USERNAME: 'tester',
  DATACONTRACT_SQLSERVER_PASSWORD: password,
  // The fake speaks no TLS.
  DATACONTRACT_SQLSERVER_ENCRYPTED_CONNECTION: 'no',
};

const columns: TdsTable = {
  columns: [
    'table_schema',
    'table_name',
    'column_name',
    'type',
    'base_name',
    'max_length',
    'precision',
    'scale',
    'not_null',
  ],
  rows: [
    ['dbo', 'Orders', 'id', 'bigint', null, '8', '19', '0', 'YES'],
    ['dbo', 'Orders', 'status', 'varchar', null, '20', '0', '0', 'NO'],
    ['dbo', 'Orders', 'phone', 'Phone', 'nvarchar', '40', '0', '0', 'NO'],
  ],
};

const keys: TdsTable = {
  columns: ['table_schema', 'table_name', 'index_id', 'column_name'],
  rows: [
    ['dbo', 'Orders', '1', 'id'],
    ['dbo', 'Orders', '2', 'status'],
    ['dbo', 'Orders', '2', 'phone'],
  ],
};

const transactions = (open: string): TdsTable => ({ columns: ['transactions'], rows: [[open]] });

/** The text of the rule within the batch that runs it. */
function ruleIn(sql: string): string | undefined {
  return /^declare @rule .*? \+ N'(.*)'; exec sp_executesql @rule$/s.exec(sql)?.[1];
}

const shop: TdsAnswering = {
  login: (login) =>
    login.username === 'tester' && login.password === password
      ? undefined
      : `Login failed for user '${login.username}' with ${login.password}.`,
  answer: (sql) => {
    if (sql.startsWith('begin transaction')) return { columns: ['nothing'], rows: [] };
    if (sql.startsWith('declare @open')) return transactions('1');
    if (sql.includes('sys.index_columns')) return keys;
    if (sql.includes('sys.columns')) return columns;
    if (sql.includes('broken')) return { error: `Invalid column name 'broken' ${password}` };
    if (sql.includes('for ever')) return 'silence';
    return answerScan(ruleIn(sql) ?? sql);
  },
};

describe('SQL Server as a server of contracts', () => {
  let fake: FakeTdsServer | undefined;
  const start = async (answering: TdsAnswering = shop): Promise<FakeTdsServer> =>
    (fake = await startTdsServer(answering));
  afterEach(async () => {
    await fake?.stop();
    fake = undefined;
  });

  const serverAt = ({ port }: FakeTdsServer): { type: string } & Record<string, unknown> => ({
    type: 'sqlserver',
    host: 'localhost',
    port,
    database: 'shop',
    schema: 'dbo',
  });

  it('is tested with one scan, and what its indexes prove without any', async () => {
    const running = await start();
    const outcome = await runOrders(serverAt(running), accessWith(credentials), {
      id: 'bigint',
      status: 'varchar(20)',
    });
    expect(resultsOf(outcome)).toMatchObject(ordersResults);
    const asked = running.statements.map(({ sql }) => sql);
    expect(asked.filter((sql) => sql.includes('[dbo].[Orders]'))).toHaveLength(2);
    expect(asked.some((sql) => sql.includes('duplicate_count'))).toBe(false);
    const at = asked.findIndex((sql) => ruleIn(sql) !== undefined);
    expect(asked[at - 1]).toMatch(/^begin transaction; set lock_timeout 500; set rowcount \d+$/);
    expect(asked[at + 1]).toContain('if @open > 0 rollback transaction; set rowcount 0;');
    expect(new Set(running.statements.map(({ database }) => database))).toEqual(new Set(['shop']));
  });

  it('describes tables and views, types as DDL writes them', async () => {
    const running = await start();
    const source = await openAt({ ...serverAt(running), type: 'MSSQL' }, accessWith(credentials));
    expect(Object.fromEntries(await source.describe(['ORDERS', "it's gone"]))).toEqual({
      ORDERS: {
        relation: '[dbo].[Orders]',
        columns: [
          { name: 'id', type: 'bigint', notNull: true },
          { name: 'status', type: 'varchar(20)' },
          { name: 'phone', type: 'Phone', baseType: 'nvarchar(20)' },
        ],
        cells: 'typed',
        uniqueKeys: [['id'], ['status', 'phone']],
      },
    });
    expect(running.statements[0]?.sql).toContain("lower(N'it''s gone')");
    await source.close();
  });

  it('rolls a rule back whatever happens to it', async () => {
    const running = await start();
    const source = await openAt(serverAt(running), accessWith(credentials));
    expect(await rejectionOf(source.queryRule("select 'broken'\\\n", 2))).toContain(
      "SQL Server: Invalid column name 'broken' ***",
    );
    expect(running.statements.map(({ sql }) => sql)).toEqual([
      'begin transaction; set lock_timeout 500; set rowcount 2',
      "declare @rule nvarchar(max) = cast(N'' as nvarchar(max)) + N'select ''broken''\\' + N'\n'; exec sp_executesql @rule",
      expect.stringContaining('rollback transaction'),
    ]);
    await source.close();
    await running.stop();
    const ended = await start({
      ...shop,
      answer: (sql, database) =>
        sql.startsWith('declare @open') ? transactions('0') : shop.answer(sql, database),
    });
    const other = await openAt(serverAt(ended), accessWith(credentials));
    expect(await rejectionOf(other.queryRule('select 1 commit', 2))).toContain(
      'this one ended its transaction',
    );
    await other.close();
  });

  it('runs up to three statements side by side, and cancels them', async () => {
    const running = await start();
    const controller = new AbortController();
    const source = await openAt(serverAt(running), accessWith(credentials), controller.signal);
    const queries = [1, 2, 3, 4].map((each) =>
      rejectionOf(source.query(`select ${each} /* for ever */`)),
    );
    await until('three run', () => running.statements.length === 3);
    controller.abort(new Error('cancelled'));
    expect(new Set(await Promise.all(queries))).toEqual(new Set(['Error: cancelled']));
    await until('they were cancelled', () => running.cancellations() === 3);
    expect(running.statements).toHaveLength(3);
    await source.close();
  });

  it('says that a login is wrong, or cannot be, without secrets', async () => {
    const running = await start();
    const at = (more: Record<string, string>): Promise<string> =>
      rejectionOf(openAt(serverAt(running), accessWith({ ...credentials, ...more })));
    const wrong = await at({ DATACONTRACT_SQLSERVER_PASSWORD: 'wrong-secret' });
    expect(wrong).toContain(`Could not connect to SQL Server localhost:${running.port}/shop`);
    expect(wrong).not.toContain('wrong-secret');
    expect(await at({ DATACONTRACT_SQLSERVER_TRUSTED_CONNECTION: 'true' })).toContain(
      'Windows logins (TRUSTED_CONNECTION) need a machine in the domain, which a worker does not have',
    );
    expect(
      await at({ DATACONTRACT_SQLSERVER_AUTHENTICATION: 'ActiveDirectoryInteractive' }),
    ).toContain('needs an interactive sign-in');
    expect(await at({ DATACONTRACT_SQLSERVER_ENCRYPTED_CONNECTION: 'perhaps' })).toContain(
      'true or false',
    );
    expect(
      await at({ DATACONTRACT_SQLSERVER_AUTHENTICATION: 'ActiveDirectoryServicePrincipal' }),
    ).toContain('DATACONTRACT_SQLSERVER_CLIENT_SECRET is not set');
    const encrypted = accessWith({
      ...credentials,
      DATACONTRACT_SQLSERVER_ENCRYPTED_CONNECTION: '',
    });
    expect(await rejectionOf(openAt(serverAt(running), encrypted))).toContain(
      'does not support encryption',
    );
    const elsewhere = accessWith(credentials, { allowedHosts: ['db.example'] });
    expect(await rejectionOf(openAt(serverAt(running), elsewhere))).toContain('is not allowed');
  });
});
