import { createHash, createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import { snowflakeAssets } from '../../../connectors/snowflake/asset-source.ts';
import {
  assetAt,
  itMeetsTheSourceContract,
  openScan,
  pathsOf,
  scanAssets,
} from '../../support/sources/asset-source-contract.ts';
import { platformOfEachTest } from '../../support/fakes/platform.ts';
import type { PlatformAnswer, PlatformRequest } from '../../support/fakes/platform.ts';
import { until } from '../../support/until.ts';
import { answers } from './snowflake-answers.ts';
import type { Table } from './snowflake-answers.ts';

const token = 'pat-0123456789abcdef';

/** What was submitted, by handle; each handle is asked for twice before the result is there. */
const submitted = new Map<string, { table: Table; looks: number }>();

function find(statement: string, bindings: any): Table {
  const key = Object.keys(answers).find((candidate) => {
    const [start = '', ...parts] = candidate.split('|');
    const bound = Object.values(bindings ?? {}).map(({ value }: any) => String(value));
    return (
      statement.startsWith(start) &&
      parts.every((part) => statement.includes(part) || bound.includes(part))
    );
  });
  // The other database is empty.
  return answers[key ?? ''] ?? { columns: ['NAME'], rows: [] };
}

const partSize = 2;

function partitionsOf({ rows }: Table): (string | null)[][][] {
  const parts: (string | null)[][][] = [];
  for (let from = 0; from < rows.length; from += partSize)
    parts.push(rows.slice(from, from + partSize));
  return parts.length === 0 ? [[]] : parts;
}

function firstPart(handle: string, table: Table): PlatformAnswer {
  const parts = partitionsOf(table);
  return {
    json: {
      resultSetMetaData: {
        numRows: table.rows.length,
        format: 'jsonv2',
        partitionInfo: parts.map((part) => ({ rowCount: part.length, uncompressedSize: 99 })),
        rowType: table.columns.map((name) => ({ name, type: 'text', nullable: true })),
      },
      data: parts[0],
      code: '090001',
      statementHandle: handle,
      sqlState: '00000',
      message: 'Statement executed successfully.',
    },
  };
}

const running = (handle: string): PlatformAnswer => ({
  status: 202,
  json: {
    code: '333334',
    message: 'Asynchronous execution in progress.',
    statementHandle: handle,
    statementStatusUrl: `/api/v2/statements/${handle}`,
  },
});

function answer({ method, path, query, headers, json }: PlatformRequest): PlatformAnswer {
  expect(headers['x-snowflake-authorization-token-type']).toMatch(/^(PROGRAMMATIC|KEYPAIR)/);
  if (path === '/api/v2/statements') {
    expect(query.get('async')).toBe('true');
    expect(json).toMatchObject({ warehouse: 'XS', role: 'CATALOG_READER' });
    // Seconds; an hour where a scan waits until it is cancelled.
    expect([10, 3600]).toContain(json.timeout);
    const handle = `01b-${submitted.size}`;
    submitted.set(handle, { table: find(json.statement, json.bindings), looks: 0 });
    return running(handle);
  }
  const [, handle = '', cancel] = /^\/api\/v2\/statements\/([^/]+)(\/cancel)?$/.exec(path) ?? [];
  if (cancel !== undefined) return { json: { code: '000604', message: 'cancelled' } };
  const found = submitted.get(handle);
  if (method !== 'GET' || found === undefined) return { status: 404, json: {} };
  const partition = query.get('partition');
  if (partition !== null) {
    return { gzip: true, json: { data: partitionsOf(found.table)[Number(partition)] } };
  }
  return ++found.looks < 2 ? running(handle) : firstPart(handle, found.table);
}

const config = { account: 'myorg-shop', warehouse: 'XS', role: 'CATALOG_READER' };
const settings = (url: string): { config: object; credentials: object } => ({
  config: { ...config, endpoint: url },
  credentials: { token },
});

describe('Snowflake as a source of assets', () => {
  const platform = platformOfEachTest(() => {
    submitted.clear();
    return answer;
  });

  it('lists databases, schemas, tables and views with columns and keys', async () => {
    const assets = await scanAssets(snowflakeAssets, settings(platform.url));
    expect(pathsOf(assets)).toEqual([
      'SALES',
      'SALES/PUBLIC',
      'SALES/PUBLIC/BIG_ORDERS',
      'SALES/PUBLIC/CUSTOMERS',
      'SALES/PUBLIC/ORDERS',
      'SALES/STAGING',
      'SALES/STAGING/RAW',
      'Odd "name"',
    ]);
    expect(assetAt(assets, 'SALES')).toEqual({
      path: ['SALES'],
      kind: 'database',
      description: 'What was sold',
      properties: { owner: 'SYSADMIN' },
    });
    expect(assetAt(assets, 'SALES', 'PUBLIC', 'ORDERS')).toEqual({
      path: ['SALES', 'PUBLIC', 'ORDERS'],
      kind: 'table',
      description: 'One row per order',
      columns: [
        { name: 'ID', type: 'NUMBER(38,0)', required: true, primaryKey: true },
        { name: 'CUSTOMER_ID', type: 'NUMBER(38,0)', custom: { default: '0' } },
        { name: 'DETAILS', type: 'VARIANT' },
      ],
      properties: {
        owner: 'SYSADMIN',
        clusteringKey: 'LINEAR(ID)',
        estimatedRows: 1_000_000,
        primaryKey: ['ID'],
        foreignKeys: [
          {
            name: 'ORDERS_CUSTOMER',
            columns: ['CUSTOMER_ID'],
            references: ['SALES', 'PUBLIC', 'CUSTOMERS'],
            referencedColumns: ['ID'],
          },
        ],
      },
    });
    expect(assetAt(assets, 'SALES', 'PUBLIC', 'CUSTOMERS')).toMatchObject({
      columns: [
        { name: 'ID', custom: { isIdentity: true } },
        { name: 'EMAIL', type: 'VARCHAR(320)', unique: true, description: 'Where to write to' },
      ],
      properties: { uniqueConstraints: [{ name: 'CUSTOMERS_EMAIL', columns: ['EMAIL'] }] },
    });
    expect(assetAt(assets, 'SALES', 'PUBLIC', 'BIG_ORDERS')).toMatchObject({
      kind: 'view',
      properties: { definition: 'create view BIG_ORDERS as select * from ORDERS' },
    });
    const statements = platform.requests.map(({ json }) => json?.statement).filter(Boolean);
    expect(statements).toContain('show primary keys in database "Odd ""name"""');
  });

  it('asks only for what the filter admits', async () => {
    const filters = { catalogs: ['SALES'], schemas: ['public'], names: { exclude: ['big*'] } };
    const assets = await scanAssets(snowflakeAssets, settings(platform.url), { filters });
    expect(pathsOf(assets)).toEqual([
      'SALES',
      'SALES/PUBLIC',
      'SALES/PUBLIC/CUSTOMERS',
      'SALES/PUBLIC/ORDERS',
    ]);
    const asked = platform.requests.map(({ body }) => body);
    expect(asked.filter((body) => /Odd|STAGING/.test(body))).toEqual([]);
  });

  it('signs in with the private key of a user', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'open sesame',
    });
    const credentials = { username: 'robot', privateKey: pem, privateKeyPassphrase: 'open sesame' };
    const scan = await openScan(snowflakeAssets, {
      config: { ...config, endpoint: platform.url },
      credentials,
    });
    expect(await scan.describe()).toBe('Snowflake 9.30.1, account SHOP as role CATALOG_READER');
    const [request] = platform.requests;
    expect(request?.headers['x-snowflake-authorization-token-type']).toBe('KEYPAIR_JWT');
    const [head = '', payload = '', signature = ''] = String(request?.headers.authorization)
      .replace('Bearer ', '')
      .split('.');
    const isSigned = createVerify('RSA-SHA256')
      .update(`${head}.${payload}`)
      .verify(publicKey, signature, 'base64url');
    expect(isSigned).toBe(true);
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const der = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })).export({
      type: 'spki',
      format: 'der',
    });
    const fingerprint = createHash('sha256').update(der).digest('base64');
    expect(claims).toMatchObject({
      iss: `MYORG-SHOP.ROBOT.SHA256:${fingerprint}`,
      sub: 'MYORG-SHOP.ROBOT',
    });
    expect(claims.exp - claims.iat).toBeLessThanOrEqual(3_600);
  });

  it.each([
    ['no credentials', {}],
    ['a key that is none', { username: 'robot', privateKey: 'secret text' }],
  ])('refuses %s', async (_what, credentials) => {
    const opened = openScan(snowflakeAssets, {
      config: { ...config, endpoint: platform.url },
      credentials,
    });
    await expect(opened).rejects.toMatchObject({ code: 'source_refused' });
    await expect(opened).rejects.not.toThrow(/secret text/);
    expect(platform.requests).toEqual([]);
  });

  it('refuses with the words of Snowflake what it does not run', async () => {
    platform.answer((request) =>
      request.path === '/api/v2/statements'
        ? answer(request)
        : {
            status: 422,
            json: { code: '000606', message: 'No active warehouse selected', sqlState: '57P03' },
          },
    );
    const opened = openScan(snowflakeAssets, settings(platform.url));
    await expect(opened).rejects.toMatchObject({ code: 'source_refused' });
    await expect(opened).rejects.toThrow(/No active warehouse selected.*Check warehouse and role/);
  });

  it('throws when a partition is short', async () => {
    platform.answer((request) =>
      request.query.has('partition') ? { json: { data: [] } } : answer(request),
    );
    await expect(scanAssets(snowflakeAssets, settings(platform.url))).rejects.toThrow(/incomplete/);
  });

  it('cancels on the platform what runs when the scan is aborted', async () => {
    const controller = new AbortController();
    const isStatus = ({ method, path }: PlatformRequest): boolean =>
      method === 'GET' && path.startsWith('/api/v2/statements/');
    platform.answer((request) => (isStatus(request) ? running('01b-0') : answer(request)));
    const opened = openScan(snowflakeAssets, settings(platform.url), { signal: controller.signal });
    opened.catch(() => undefined);
    await until('the statement is looked at', () => platform.requests.some(isStatus));
    controller.abort(new Error('the run was cancelled'));
    await expect(opened).rejects.toThrow('the run was cancelled');
    const cancelled = platform.requests.find(({ path }) => path.endsWith('/cancel'));
    expect(cancelled).toMatchObject({ method: 'POST', path: '/api/v2/statements/01b-0/cancel' });
  });

  itMeetsTheSourceContract({
    source: snowflakeAssets,
    answer,
    settings,
    secrets: [token],
    isSecondPage: ({ query }) => query.has('partition'),
  });
});
