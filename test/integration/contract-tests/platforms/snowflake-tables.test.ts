import { generateKeyPairSync } from 'node:crypto';
import { platformOfEachTest } from '../../../support/fakes/platform.ts';
import type { PlatformAnswer, PlatformRequest } from '../../../support/fakes/platform.ts';
import {
  accessWith,
  answerScan,
  itEndsStatements,
  openAt,
  ordersResults,
  refusalOf,
  rejectionOf,
  resultsOf,
  runOrders,
} from './platform-source.ts';

const token = 'pat-0123456789abcdef';
const credentials = {
  DATACONTRACT_SNOWFLAKE_TOKEN: token,
  DATACONTRACT_SNOWFLAKE_WAREHOUSE: 'xs',
  DATACONTRACT_SNOWFLAKE_ROLE: '"Reader"',
};

const catalogue = {
  columns: [
    'TABLE_SCHEMA',
    'TABLE_NAME',
    'COLUMN_NAME',
    'DATA_TYPE',
    'NUMERIC_PRECISION',
    'NUMERIC_SCALE',
    'CHARACTER_MAXIMUM_LENGTH',
    'NOT_NULL',
  ],
  rows: [
    ['PUBLIC', 'ORDERS', 'ID', 'NUMBER', '38', '0', null, 'YES'],
    ['PUBLIC', 'ORDERS', 'STATUS', 'TEXT', null, null, '20', 'NO'],
  ],
};

type Table = { columns: readonly string[]; rows: readonly (readonly (string | null)[])[] };

function result(
  handle: string,
  { columns, rows }: Table,
  types: readonly object[] = [],
): PlatformAnswer {
  return {
    json: {
      resultSetMetaData: {
        partitionInfo: [{ rowCount: rows.length }],
        rowType: columns.map((name, index) => ({ name, type: 'text', ...types[index] })),
      },
      data: rows,
      statementHandle: handle,
    },
  };
}

const running = (handle: string): PlatformAnswer => ({
  status: 202,
  json: { code: '333334', statementHandle: handle },
});

/** Every statement is seen running once. */
function account(): (request: PlatformRequest) => PlatformAnswer {
  const seen = new Map<string, { sql: string; looks: number }>();
  return ({ method, path, headers, json }) => {
    if (headers['authorization'] !== `Bearer ${token}`)
      return { status: 401, json: { message: `${headers['authorization']} is not valid` } };
    if (method === 'POST' && path === '/api/v2/statements') {
      const handle = `01b-${seen.size}`;
      seen.set(handle, { sql: json.statement, looks: 0 });
      return running(handle);
    }
    const found = seen.get(path.split('/').at(-1) ?? '');
    if (found === undefined) return { status: 404, json: {} };
    if ((found.looks += 1) < 2) return running('again');
    if (found.sql.includes('broken')) {
      const message = `SQL compilation error:\ninvalid identifier 'BROKEN' ${token}`;
      return { status: 422, json: { code: '000904', message } };
    }
    return result(
      'h',
      found.sql.includes('information_schema') ? catalogue : answerScan(found.sql),
    );
  };
}

describe('Snowflake as a server of contracts', () => {
  const platform = platformOfEachTest(account);

  const server = (): { type: string } & Record<string, unknown> => ({
    type: 'snowflake',
    account: 'myorg-shop',
    host: platform.url,
    database: 'sales',
    schema: 'public',
  });
  const submitted = (): any[] =>
    platform.requests
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/statements'))
      .map(({ json }) => json);

  it('is tested with one scan; names are found whatever their case', async () => {
    const outcome = await runOrders(server(), accessWith(credentials), {
      id: 'NUMBER(38,0)',
      status: 'VARCHAR(20)',
    });
    expect(resultsOf(outcome)).toMatchObject(ordersResults);
    const [first, ...others] = submitted();
    expect(first).toMatchObject({
      warehouse: 'XS',
      role: 'Reader',
      database: 'SALES',
      schema: 'PUBLIC',
      timeout: 10,
      bindings: { 1: { value: 'public' }, 2: { value: 'orders' }, 3: { value: 'gone' } },
    });
    expect(first.statement).toContain('from "SALES".information_schema.columns c');
    expect(
      others.filter(({ statement }) => statement.includes('"SALES"."PUBLIC"."ORDERS"')),
    ).toHaveLength(3);
    const rule = others.find(({ statement }) => statement.includes('rows_of_rule'));
    expect(rule.statement).toMatch(/^select \* from \(\n.*\n\) as rule_rows limit \d+$/);
    expect(rule.parameters).toMatchObject({ MULTI_STATEMENT_COUNT: 1, QUERY_TAG: 'concordat' });
    expect(rule.parameters).toMatchObject({ TIMEZONE: 'UTC' });
  });

  it('reads values of every type', async () => {
    const types = [
      { type: 'fixed', scale: 0 },
      { type: 'fixed', scale: 2 },
      { type: 'real' },
      { type: 'real' },
      { type: 'boolean' },
      { type: 'date' },
      { type: 'time' },
      { type: 'timestamp_ntz' },
      { type: 'timestamp_tz' },
      { type: 'text' },
      { type: 'text' },
    ];
    const values: Table = {
      columns: types.map((_type, index) => `c${index}`),
      rows: [
        [
          '9007199254740993',
          '1.10',
          'NaN',
          '-inf',
          'false',
          '-1',
          '36000.500000000',
          '-0.250000000',
          '1767261600.000000000 1560',
          '',
          null,
        ],
      ],
    };
    platform.answer(({ method }) =>
      method === 'POST' ? running('h') : result('h', values, types),
    );
    const source = await openAt(server(), accessWith(credentials));
    expect(await source.query('select *')).toEqual([
      {
        c0: 9_007_199_254_740_993n,
        c1: '1.10',
        c2: Number.NaN,
        c3: -Infinity,
        c4: false,
        c5: '1969-12-31',
        c6: '10:00:00.5',
        c7: '1969-12-31 23:59:59.75',
        c8: '2026-01-01 12:00:00+02:00',
        c9: '',
        c10: null,
      },
    ]);
  });

  it('says what it does not run, without secrets', async () => {
    const source = await openAt(server(), accessWith(credentials));
    const said = await rejectionOf(source.query('select broken'));
    expect(said).toContain("SQL compilation error: invalid identifier 'BROKEN' ***");
    const wrong = { ...credentials, DATACONTRACT_SNOWFLAKE_TOKEN: 'pat-wrong-0123456' };
    const refused = await refusalOf(server(), wrong);
    expect(refused).toContain('Snowflake refused: localhost');
    expect(refused).not.toContain('pat-wrong');
  });

  itEndsStatements({ name: 'Snowflake', platform, server, credentials, running });

  it('signs in with a key, or a token of OAuth', async () => {
    const types: unknown[] = [];
    platform.answer(({ method, headers }) => {
      types.push(headers['x-snowflake-authorization-token-type']);
      return method === 'POST' ? running('h') : result('h', { columns: ['A'], rows: [['1']] });
    });
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    // As it stands in one line of a file of variables.
    const key = { DATACONTRACT_SNOWFLAKE_PRIVATE_KEY: pem.replaceAll('\n', String.raw`\n`) };
    const withKey = accessWith({ ...key, DATACONTRACT_SNOWFLAKE_USERNAME: 'tester' });
    const source = await openAt(server(), withKey);
    expect(await source.query('select 1 as a')).toEqual([{ A: '1' }]);
    const oauth = accessWith({ ...credentials, DATACONTRACT_SNOWFLAKE_AUTHENTICATOR: 'OAuth' });
    await (await openAt(server(), oauth)).query('select 1');
    expect(new Set(types)).toEqual(new Set(['KEYPAIR_JWT', 'OAUTH']));
    expect(await rejectionOf(openAt(server(), accessWith(key)))).toContain('_USERNAME is not set');
  });

  it('says that a password or the path of a key does not do', async () => {
    const at = (variables: Record<string, string>, more: object = {}): Promise<string> =>
      rejectionOf(openAt({ ...server(), ...more }, accessWith(variables)));
    const password = { DATACONTRACT_SNOWFLAKE_PASSWORD: 'sn0w-secret' };
    expect(await at(password)).toContain('The SQL API of Snowflake takes no password: set DATACON');
    expect(await at(password)).not.toContain('sn0w-secret');
    const file = { DATACONTRACT_SNOWFLAKE_PRIVATE_KEY_FILE: '/keys/a.p8' };
    expect(await at(file)).toContain('_PRIVATE_KEY_FILE is not opened here');
    expect(await at(credentials, { account: 'evil.example/#' })).toContain('no valid account');
  });
});

it('asks only hosts that are allowed', async () => {
  const server = { type: 'snowflake', account: 'my_org', database: 'D', schema: 'S' };
  const source = await openAt(server, accessWith(credentials));
  expect(await rejectionOf(source.query('select 1'))).toContain(
    'Host my-org.snowflakecomputing.com:443 is not allowed',
  );
  await expect(source.describe([])).resolves.toEqual(new Map());
});
