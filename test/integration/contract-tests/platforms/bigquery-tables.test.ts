import { generateKeyPairSync } from 'node:crypto';
import { platformOfEachTest } from '../../../support/fakes/platform.ts';
import type { PlatformAnswer, PlatformRequest } from '../../../support/fakes/platform.ts';
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
import type { Answered } from './platform-source.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const catalogue: Answered = {
  columns: ['table_schema', 'table_name', 'column_name', 'type', 'not_null'],
  rows: [
    ['sales', 'Orders', 'id', 'INT64', 'YES'],
    ['sales', 'Orders', 'status', 'STRING(20)', 'NO'],
  ],
};

const asRows = (rows: readonly (readonly unknown[])[]): object[] =>
  rows.map((row) => ({ f: row.map((v) => ({ v })) }));

/** One row a page. */
function page({ columns, rows }: Answered, token: string | null): PlatformAnswer {
  const from = Number(token ?? 0);
  return {
    json: {
      jobComplete: true,
      schema: { fields: columns.map((name) => ({ name, type: 'STRING', mode: 'NULLABLE' })) },
      rows: asRows(rows.slice(from, from + 1)),
      ...(from + 1 < rows.length ? { pageToken: String(from + 1) } : {}),
    },
  };
}

const failure = (status: number, message: string): PlatformAnswer => ({
  status,
  json: { error: { code: status, message, errors: [{ reason: 'invalidQuery' }] } },
});

const typeOf = (sql: string): string => (/^delete/i.test(sql) ? 'DELETE' : 'SELECT');

/** Every job is seen running once. */
function bigquery(): (request: PlatformRequest) => PlatformAnswer {
  const jobs = new Map<string, { sql: string; looks: number }>();
  return ({ method, path, query, json }) => {
    if (path === '/token') return { json: { access_token: 'at-0123456789', expires_in: 3600 } };
    if (path.endsWith('/datasets/sales')) return { json: { location: 'europe-west3' } };
    if (path.includes('/datasets/')) return failure(404, 'Not found: Dataset');
    if (method === 'POST' && path === '/bigquery/v2/projects/payer/jobs') {
      const { configuration, jobReference } = json;
      const sql: string = configuration.query.query;
      if (configuration.dryRun === true)
        return { json: { statistics: { query: { statementType: typeOf(sql) } } } };
      if (sql.includes('broken')) return failure(400, 'Unrecognized name: broken at [1:8]');
      jobs.set(jobReference.jobId, { sql, looks: 0 });
      return { json: { jobReference, status: { state: 'RUNNING' } } };
    }
    const found = jobs.get(path.split('/').at(-1) ?? '');
    if (found === undefined) return failure(404, `Not found: Job ${path}`);
    if ((found.looks += 1) < 2) return { json: { jobComplete: false } };
    if (found.sql.includes('forbidden'))
      return failure(403, 'Access Denied: Table p:sales.forbidden');
    const table = found.sql.includes('INFORMATION_SCHEMA') ? catalogue : answerScan(found.sql);
    return page(table, query.get('pageToken'));
  };
}

describe('BigQuery as a server of contracts', () => {
  const platform = platformOfEachTest(bigquery);

  const server = { type: 'bigquery', project: 'shop', dataset: 'sales' };
  const credentials = (more: Record<string, string> = {}): Record<string, string> => ({
    DATACONTRACT_BIGQUERY_ACCOUNT_INFO_JSON: JSON.stringify({
      client_email: 'tester@shop.iam.gserviceaccount.com',
      private_key: pem,
      token_uri: `${platform.url}/token`,
    }),
    DATACONTRACT_BIGQUERY_ENDPOINT: platform.url,
    DATACONTRACT_BIGQUERY_BILLING_PROJECT: 'payer',
    ...more,
  });
  const jobs = (): any[] =>
    platform.requests
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/jobs'))
      .map(({ json }) => json);

  it('is tested with one scan, after the catalogue was read once', async () => {
    const access = accessWith(credentials({ DATACONTRACT_BIGQUERY_MAXIMUM_BYTES_BILLED: '1000' }));
    const outcome = await runOrders(server, access, { id: 'INT64', status: 'STRING(20)' });
    expect(resultsOf(outcome)).toMatchObject(ordersResults);
    const [first, ...others] = jobs();
    expect(first).toMatchObject({
      jobReference: { projectId: 'payer', location: 'europe-west3' },
      configuration: {
        jobTimeoutMs: '10000',
        query: {
          useLegacySql: false,
          defaultDataset: { projectId: 'shop', datasetId: 'sales' },
          maximumBytesBilled: '1000',
          queryParameters: [
            { parameterValue: { arrayValues: [{ value: 'orders' }, { value: 'gone' }] } },
          ],
        },
      },
    });
    const asked = others.map(({ configuration }) => configuration.query.query);
    expect(asked.filter((sql) => sql.includes('`shop`.`sales`.`Orders`'))).toHaveLength(3);
    const rule = others.filter(({ configuration }) =>
      /rows_of_rule/.test(configuration.query.query),
    );
    expect(rule.map(({ configuration }) => configuration.dryRun)).toEqual([true, false]);
  });

  it('runs no rule that BigQuery itself calls more than a SELECT', async () => {
    const source = await openAt(server, accessWith(credentials()));
    expect(await rejectionOf(source.queryRule('delete from orders where true', 2))).toContain(
      'a rule may only read, but this is a DELETE statement',
    );
    expect(jobs().map(({ configuration }) => configuration.dryRun)).toEqual([true]);
    await source.queryRule('select count(*) as `rows_of_rule` from orders', 2);
    const reads = platform.requests.filter(({ path }) => path.includes('/queries/'));
    expect(reads[0]?.query.get('maxResults')).toBe('2');
  });

  it('reads values of every type', async () => {
    const fields = [
      { name: 'big', type: 'INTEGER' },
      { name: 'price', type: 'NUMERIC' },
      { name: 'ratio', type: 'FLOAT' },
      { name: 'open', type: 'BOOLEAN' },
      { name: 'at', type: 'TIMESTAMP' },
      { name: 'nothing', type: 'STRING' },
      { name: 'tags', type: 'STRING', mode: 'REPEATED' },
      { name: 'address', type: 'RECORD', fields: [{ name: 'no', type: 'INTEGER' }] },
    ];
    const cells = [
      '9007199254740993',
      '1.10',
      'NaN',
      'true',
      '1767225600500000',
      null,
      [{ v: 'a' }, { v: 'b' }],
      { f: [{ v: '7' }] },
    ];
    platform.answer(({ method, path }) => {
      if (path === '/token') return { json: { access_token: 'at-0123456789', expires_in: 3600 } };
      if (path.includes('/datasets/')) return failure(403, 'no right to see the dataset');
      if (method === 'POST') return { json: {} };
      return { json: { jobComplete: true, schema: { fields }, rows: asRows([cells]) } };
    });
    const source = await openAt(server, accessWith(credentials()));
    expect(await source.query('select *')).toEqual([
      {
        big: 9_007_199_254_740_993n,
        price: '1.10',
        ratio: Number.NaN,
        open: true,
        at: '2026-01-01 00:00:00.5+00:00',
        nothing: null,
        tags: ['a', 'b'],
        address: { no: 7 },
      },
    ]);
  });

  it('says what is missing, forbidden or no SQL', async () => {
    const source = await openAt(server, accessWith(credentials()));
    expect(await rejectionOf(source.query('select broken'))).toBe(
      'Error: BigQuery: Unrecognized name: broken at [1:8]',
    );
    expect(await rejectionOf(source.query('select forbidden'))).toContain('Access Denied: Table');
    const elsewhere = { ...server, dataset: 'other' };
    expect(await rejectionOf(openAt(elsewhere, accessWith(credentials())))).toContain(
      "BigQuery has no dataset 'shop.other' that the account may see",
    );
  });

  it('ends jobs that were aborted, or take too long', async () => {
    platform.answer(({ path }) => {
      if (path === '/token') return { json: { access_token: 'at-0123456789', expires_in: 3600 } };
      return path.includes('/queries/')
        ? { json: { jobComplete: false } }
        : { json: { location: 'EU' } };
    });
    const cancelled = (): PlatformRequest[] =>
      platform.requests.filter(({ path }) => path.endsWith('/cancel'));
    const controller = new AbortController();
    const source = await openAt(server, accessWith(credentials()), controller.signal);
    const query = rejectionOf(source.query('select 1'));
    await until('it runs', () => platform.requests.some(({ path }) => path.includes('/queries/')));
    controller.abort(new Error('cancelled'));
    expect(await query).toBe('Error: cancelled');
    expect(cancelled()[0]?.path).toContain(`/jobs/${jobs()[0].jobReference.jobId}/cancel`);
    expect(cancelled()[0]?.query.get('location')).toBe('EU');
    const hurried = await openAt(server, accessWith(credentials(), { statementTimeoutMs: 2_000 }));
    expect(await rejectionOf(hurried.query('select 1'))).toMatch(/^TimeoutError: BigQuery did not/);
    expect(cancelled()).toHaveLength(2);
  });

  it('acts as another account', async () => {
    const seen: unknown[] = [];
    platform.answer(({ path, headers, json }) => {
      seen.push([path, headers['authorization'], json?.scope]);
      if (path === '/token')
        return { json: { access_token: 'first-0123456789', expires_in: 3600 } };
      if (path.endsWith(':generateAccessToken')) return { json: { accessToken: 'second-01234' } };
      return { json: { location: 'EU' } };
    });
    const impersonation = {
      DATACONTRACT_BIGQUERY_IMPERSONATION_ACCOUNT: 'reader@shop.iam.gserviceaccount.com',
      DATACONTRACT_BIGQUERY_IAM_ENDPOINT: platform.url,
    };
    await openAt(server, accessWith(credentials(impersonation)));
    expect(seen.slice(1)).toEqual([
      [
        '/v1/projects/-/serviceAccounts/reader@shop.iam.gserviceaccount.com:generateAccessToken',
        'Bearer first-0123456789',
        ['https://www.googleapis.com/auth/bigquery'],
      ],
      ['/bigquery/v2/projects/shop/datasets/sales', 'Bearer second-01234', undefined],
    ]);
  });

  it('needs a key, and shows nothing of it', async () => {
    const none = { DATACONTRACT_BIGQUERY_ACCOUNT_INFO_JSON_PATH: '/keys/a.json' };
    expect(await rejectionOf(openAt(server, accessWith(none)))).toContain(
      'is not opened here: set',
    );
    expect(await rejectionOf(openAt(server, accessWith({})))).toContain('No login for BigQuery');
    platform.answer(() => ({ status: 400, text: `invalid_grant ${pem}` }));
    const refused = await rejectionOf(openAt(server, accessWith(credentials())));
    expect(refused).toContain('Could not sign in to BigQuery');
    expect(refused).not.toContain(pem.split('\n')[1]);
    const bytes = { DATACONTRACT_BIGQUERY_MAXIMUM_BYTES_BILLED: '1 GB' };
    expect(await rejectionOf(openAt(server, accessWith(credentials(bytes))))).toContain('of bytes');
  });
});
