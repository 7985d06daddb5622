import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import type { SourceAccess } from '../../../../connectors/connector.ts';
import type { ContractTestOutcome } from '../../../../domain/contract-tests/outcome.ts';
import { startS3rver } from '../../../support/servers/s3rver.ts';
import type { S3Store } from '../../../support/servers/s3rver.ts';
import { startS3Server } from '../../../support/fakes/s3-server.ts';
import type { S3Server } from '../../../support/fakes/s3-server.ts';
import { runContract, troubles } from '../run-contract.ts';

let store: S3Store;
let access: SourceAccess;

beforeAll(async () => {
  store = await startS3rver('lake');
  access = {
    allowedHosts: ['127.0.0.1'],
    allowedDataDirs: [],
    credentials: {
      DATACONTRACT_S3_ACCESS_KEY_ID: store.key.id,
      DATACONTRACT_S3_SECRET_ACCESS_KEY: store.key.secret,
    },
    statementTimeoutMs: 20_000,
  };
});
afterAll(() => store.stop());

type Options = Partial<Parameters<typeof runContract>[0]>;

function run(
  location: string,
  server: object = {},
  options: Options = {},
): Promise<ContractTestOutcome> {
  const properties = [{ name: 'id', required: true, unique: true }];
  return runContract({
    schema: [{ name: 't', properties, quality: [{ metric: 'rowCount', mustBe: 2 }] }],
    server: { type: 's3', endpointUrl: store.endpoint, location, ...server },
    access,
    ...options,
  });
}

async function reasonOf(...question: Parameters<typeof run>): Promise<string> {
  const outcome = await run(...question);
  return `${outcome.result}: ${outcome.checks[0]?.reason}`;
}

/** What runs of this process have left in the temporary folder. */
const leftovers = (): string[] =>
  fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith(`concordat-run-${process.pid}-`));

async function parquetOf(sql: string): Promise<Buffer> {
  const file = path.join(os.tmpdir(), `s3-files-${process.pid}.parquet`);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`copy (${sql}) to '${file}' (format parquet)`);
  connection.closeSync();
  const body = fs.readFileSync(file);
  fs.rmSync(file);
  return body;
}

describe('objects of a bucket', () => {
  afterEach(() => expect(leftovers()).toEqual([]));

  it.each([
    ['csv/a b+ä.csv', 'id\n1\n2\n', {}],
    ['csv/tabs.csv', 'id\tx\n1\tä\n2\tb\n', { delimiter: 'tab' }],
    ['csv/latin.csv', Buffer.from('id,grüße\n1,ä\n2,ö\n', 'latin1'), { encoding: 'ISO-8859-1' }],
    ['csv/wide.csv', Buffer.from('\uFEFFid,x\n1,ä\n2,b\n', 'utf16le'), { encoding: 'utf-16' }],
    ['csv/packed.csv.gz', gzipSync('id\n1\n2\n'), {}],
    ['json/list.json', '[{"id": 1}, {"id": 2}]', { delimiter: 'array' }],
    ['json/lines.json', '{"id": 1}\n{"id": 2}\n', { delimiter: 'new_line' }],
    ['json/lines.ndjson', '{"id": 1}\n{"id": 2}\n', {}],
    ['json/lines.jsonl', '{"id": 1}\n{"id": 2}\n', { format: 'jsonl' }],
  ])('are read: %s', async (key, body, server) => {
    await store.put(key, body);
    expect(troubles(await run(`s3://lake/${key}`, server))).toEqual({});
  });

  it('are one table by a pattern or in a folder, with the values that folders name', async () => {
    for (const day of [1, 2]) {
      const body = await parquetOf(`select ${day}::bigint as id, 'x' as s`);
      await store.put(`parts/t/day=${day}/part-0.snappy.parquet`, body);
    }
    await store.put('parts/t/_SUCCESS', '');
    await store.put('parts/t2/other.csv', 'id\n9\n');
    for (const location of [
      's3://lake/parts/{model}/**/*.parquet',
      's3://lake/parts/t/day=*/part-?.snappy.parquet',
      's3://lake/parts/{model}/day=[12]/*',
      's3://lake/parts/{model}/',
      's3://lake/parts/t',
    ]) {
      const properties = [{ name: 'day', logicalType: 'integer', unique: true }, { name: 's' }];
      const schema = [{ name: 't', properties, quality: [{ metric: 'rowCount', mustBe: 2 }] }];
      const outcome = await run(location, { format: 'parquet' }, { schema });
      expect([location, troubles(outcome)]).toEqual([location, {}]);
    }
  });

  it('that are malformed spoil their own table only, and are named as in the bucket', async () => {
    await store.put('mixed/bad.json', '{"id": 1\nnonsense');
    await store.put('mixed/good.json', '{"id": 1}');
    const schema = ['bad', 'good'].map((name) => ({ name, properties: [{ name: 'id' }] }));
    const outcome = await run('s3://lake/mixed/{model}.json', {}, { schema });
    const present = outcome.checks.filter(({ type }) => type === 'field_is_present');
    expect(present.map(({ result }) => result)).toEqual(['error', 'passed']);
    expect(outcome.checks[0]?.reason).toContain('"mixed/bad.json"');
    expect(JSON.stringify(outcome)).not.toContain(os.tmpdir());
  });

  it('that are not there are a missing table', async () => {
    for (const location of ['s3://lake/none.csv', 's3://lake/none/*.csv', 's3://lake/none/']) {
      expect(await reasonOf(location, { format: 'csv' })).toBe(
        "failed: Could not read model 't': no object in s3://lake matches its location on server 'under-test'",
      );
    }
  });
});

describe('a bucket that cannot be read', () => {
  const csv = { format: 'csv' };
  afterEach(() => expect(leftovers()).toEqual([]));

  it.each([
    [
      's3://nothing-here/x.csv',
      {},
      /Could not list s3:\/\/nothing-here: 127.0.0.1:\d+ answered 404, NoSuchBucket/,
    ],
    ['s3://lake/x.csv', { endpointUrl: 'http://localhost:1' }, /Host localhost:1 is not allowed/],
    ['s3://lake/x.csv', { endpointUrl: 'http://169.254.169.254' }, /never contacted/],
    ['s3://lake/x.csv', { endpointUrl: 'http://192.0.2.1' }, /is not allowed/],
    ['s3://lake/x.csv', { endpointUrl: 'http://127.0.0.1:1' }, /127.0.0.1:1: connect ECONNREFUSED/],
    ['s3://lake/x.csv', { endpointUrl: 'no url' }, /endpoint is not a URL/],
    ['s3://', {}, /needs a location such as s3:\/\/bucket\/path/],
    ['/etc/passwd', {}, /needs a location such as s3:\/\/bucket\/path/],
    ['s3://a b/x.csv', {}, /no valid bucket name/],
    ['s3://lake/x.orc', { format: 'orc' }, /Format 'orc' of files is not supported/],
    ['s3://lake/x.csv', { encoding: 'ebcdic' }, /Encoding 'ebcdic' is not supported/],
  ])('%s %j', async (location, server, reason) => {
    await store.put('x.csv', 'id\n1\n2\n');
    expect(await reasonOf(location, { ...csv, ...server })).toMatch(reason);
  });

  it('says so without the secret: a wrong key, half of one, none', async () => {
    const secret = 'Wr0ngWr0ngWr0ngWr0ng';
    const of = (credentials: Record<string, string>): Options => ({
      access: { ...access, credentials },
    });
    const id = { DATACONTRACT_S3_ACCESS_KEY_ID: 'S3RVER' };
    const wrong = await run(
      's3://lake/x.csv',
      csv,
      of({ ...id, DATACONTRACT_S3_SECRET_ACCESS_KEY: secret }),
    );
    expect(wrong.checks[0]?.reason).toMatch(
      /^Could not list s3:\/\/lake: .* answered 403, SignatureDoesNotMatch/,
    );
    expect(JSON.stringify(wrong)).not.toContain(secret);
    expect(await reasonOf('s3://lake/x.csv', csv, of(id))).toMatch(
      /belong together: one is missing/,
    );
    const none = await reasonOf('s3://lake/x.csv', csv, of({}));
    expect(none).toMatch(/answered 403.*; no key is set \(DATACONTRACT_S3_ACCESS_KEY_ID, /);
  });
});

describe('a store that misbehaves', () => {
  let fake: S3Server;
  beforeEach(async () => {
    fake = await startS3Server('lake', undefined);
    fake.objects.set('x.csv', Buffer.from('id\n1\n2\n'));
  });
  afterEach(async () => {
    await fake.stop();
    expect(leftovers()).toEqual([]);
  });
  const reason = (): Promise<string> => reasonOf('s3://lake/x.csv', { endpointUrl: fake.endpoint });
  /** Answers listings with these sizes and leaves the object to the test. */
  function serve(bytes: number, object: NonNullable<S3Server['instead']>): void {
    const entry = `<Contents><Key>x.csv</Key><Size>${bytes}</Size></Contents>`;
    fake.instead = (request, response) => {
      if (request.url?.includes('list-type') !== true) object(request, response);
      else response.end(`<ListBucketResult>${entry}</ListBucketResult>`);
    };
  }

  it('is not believed when it has more than it said, or too much', async () => {
    serve(3, (_request, response) => void response.end('id\n1\n2\n'));
    expect(await reason()).toMatch(
      /error: Could not read model 't': .*longer than its limit of 3 bytes/,
    );
    serve(11 * 1024 ** 3, (_request, response) => void response.end('never asked'));
    expect(await reason()).toMatch(
      /error: Could not read model 't': the files have more than 10.0 GiB/,
    );
    expect(fake.requests.filter((each) => each.startsWith('/lake/x.csv'))).toHaveLength(1);
  });

  it('may have lost the object since, or break the connection once', async () => {
    serve(7, (_request, response) => {
      response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    });
    expect(await reason()).toMatch(/Could not read s3:\/\/lake\/x.csv: .* answered 404, NoSuchKey/);
    let count = 0;
    serve(7, (_request, response) => {
      if (count++ > 0) return void response.end('id\n1\n2\n');
      response.writeHead(200, { 'content-length': '7' }).write('id\n');
      setImmediate(() => response.destroy());
    });
    expect(await reason()).toBe('passed: undefined');
    expect(count).toBe(2);
  });

  it('names the region that the bucket is in; a redirect is not followed', async () => {
    fake.instead = (_request, response) => {
      const headers = { 'x-amz-bucket-region': 'eu-west-1', location: 'http://169.254.169.254/' };
      response.writeHead(301, headers).end();
    };
    expect(await reason()).toMatch(
      /^error: Could not list s3:\/\/lake: the bucket is in region eu-west-1/,
    );
  });

  it('ends with the signal in the middle of a download, and nothing of it stays', async () => {
    const controller = new AbortController();
    const stop = new Error('stop it');
    serve(1_000_000, (_request, response) => {
      response.write('id\n1\n');
      setImmediate(() => controller.abort(stop));
    });
    const server = { endpointUrl: fake.endpoint };
    const running = run('s3://lake/x.csv', server, { signal: controller.signal });
    await expect(running).rejects.toBe(stop);
  });
});
