import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { files } from '../../../connectors/file-assets/asset-source.ts';
import type { ScannedAsset } from '../../../domain/ingestion/scanned-asset.ts';
import { isSigned, startS3Server } from '../../support/fakes/s3-server.ts';
import type { S3Server } from '../../support/fakes/s3-server.ts';
import { scanAll } from '../../support/sources/scan.ts';
import type { ScanOptions, ScanResult } from '../../support/sources/scan.ts';
import { until } from '../../support/until.ts';

let root: string;
let data: string;
const servers: S3Server[] = [];

beforeAll(async () => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'asset-files-')));
  data = path.join(root, 'data');
  fs.mkdirSync(data);
  await writeShop(path.join(data, 'shop'));
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

function write(file: string, content: string | Buffer): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
}

async function writeShop(shop: string): Promise<void> {
  write(path.join(shop, 'customers.csv'), 'id,name,born\n1,Ada,1815-12-10\n2,Alan,1912-06-23\n');
  write(path.join(shop, 'in/orders_2026-05-01.csv'), 'id;total\n1;2.5\n');
  write(path.join(shop, 'in/orders_2026-05-02.csv'), 'id;total;note\n2;3.5;late\n');
  write(path.join(shop, 'in/events.ndjson.gz'), gzipSync('{"at":"2026-01-01","by":{"id":1}}\n'));
  write(path.join(shop, 'in/list.json'), '[{"a":[1,2]},{"a":[],"b":true}]');
  write(path.join(shop, 'in/broken.parquet'), 'this is none');
  write(path.join(shop, 'in/empty.csv'), '');
  write(path.join(shop, 'in/readme.txt'), 'nothing');
  write(path.join(shop, '.hidden/secret.csv'), 'a\n1\n');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const month of ['04', '05']) {
    const folder = path.join(shop, `sales/lines/year=2026/month=${month}`);
    fs.mkdirSync(folder, { recursive: true });
    await connection.run(
      `copy (select 1::int as id, 9.5::decimal(10,2) as price, {'sku': 'x', 'tags': ['a']} as item)
       to '${path.join(folder, 'part-0.parquet')}' (format parquet)`,
    );
  }
  connection.closeSync();
  instance.closeSync();
}

const scan = (config: Record<string, unknown>, options: Partial<ScanOptions> = {}) =>
  scanAll(files, { config, access: { allowedDataDirs: [data] }, ...options });

const named = ({ assets }: ScanResult, name: string): ScannedAsset | undefined =>
  assets.find(({ path: names }) => names.at(-1) === name);

const shown = ({ assets }: ScanResult): string[] =>
  assets.map(({ kind, path: names }) => `${kind} ${names.join(' > ')}`);

const shop = [
  'folder shop > in',
  'folder shop > sales',
  'file shop > . > customers.csv',
  'file shop > in > broken.parquet',
  'file shop > in > empty.csv',
  'file shop > in > events.ndjson.gz',
  'file shop > in > list.json',
  'file_set shop > in > orders_*.csv',
  'file_set shop > sales > lines/**/*.parquet',
];

describe('a folder', () => {
  it('is scanned to files and sets with their columns', async () => {
    const result = await scan({ location: 'shop' });
    expect(shown(result)).toEqual(['directory shop', ...shop]);
    expect(result.described).toBe('Folder shop of the worker');
    expect(named(result, 'customers.csv')).toMatchObject({
      parent: ['shop'],
      columns: [
        { name: 'id', type: 'BIGINT' },
        { name: 'name', type: 'VARCHAR' },
        { name: 'born', type: 'DATE' },
      ],
      properties: { location: 'shop/customers.csv', format: 'csv', bytes: 48 },
    });
    expect(named(result, 'orders_*.csv')).toMatchObject({
      parent: ['shop', 'in'],
      columns: [{ name: 'id' }, { name: 'total', type: 'DOUBLE' }, { name: 'note' }],
      properties: { files: 2 },
    });
    expect(named(result, 'events.ndjson.gz')?.columns).toEqual([
      { name: 'at', type: 'DATE' },
      { name: 'by', type: 'STRUCT(id BIGINT)', properties: [{ name: 'id', type: 'BIGINT' }] },
    ]);
    expect(named(result, 'list.json')?.columns?.[0]).toEqual({
      name: 'a',
      type: 'BIGINT[]',
      items: { name: 'items', type: 'BIGINT' },
    });
    expect(named(result, 'lines/**/*.parquet')).toMatchObject({
      columns: [
        { name: 'id', type: 'INTEGER' },
        { name: 'price', type: 'DECIMAL(10,2)' },
        { name: 'item', properties: [{ name: 'sku' }, { name: 'tags', items: {} }] },
        { name: 'year', type: 'BIGINT', custom: { partition: true } },
        { name: 'month', type: 'BIGINT', custom: { partition: true } },
      ],
      properties: { partitionKeys: ['year', 'month'], files: 2 },
    });
  });

  it('keeps what cannot be read, without columns and with the problem', async () => {
    const result = await scan({ location: 'shop' });
    expect(named(result, 'broken.parquet')?.columns).toBeUndefined();
    expect(named(result, 'broken.parquet')?.properties?.['problem']).toMatch(/parquet/i);
    expect(named(result, 'empty.csv')?.properties?.['problem']).toBe('there is nothing in it');
    expect(result.notes).toHaveLength(3);
    expect(result.notes).toContain(
      'Joined 2 files as in/orders_*.csv: orders_2026-05-01.csv to orders_2026-05-02.csv',
    );
    expect(result.notes.join()).not.toContain(root);
  });

  it('keeps a file that crashes DuckDB without columns, and reads the others', async () => {
    const folder = path.join(data, 'hostile');
    write(path.join(folder, 'a.csv'), 'id\n1\n');
    write(path.join(folder, 'nested.json'), '['.repeat(200_000) + ']'.repeat(200_000));
    write(path.join(folder, 'z.csv'), 'id\n1\n');
    const { assets, notes } = await scan({ location: folder });
    const columns = assets.filter(({ kind }) => kind === 'file').map((asset) => asset.columns?.length); // prettier-ignore
    expect(columns).toEqual([1, undefined, 1]);
    expect(notes).toEqual([
      './nested.json has no columns: DuckDB crashed while reading nested.json',
    ]);
  });

  it('joins no files where the integration does not want it', async () => {
    const result = await scan({ location: 'shop', joinSeries: false });
    expect(shown(result)).toEqual(
      expect.arrayContaining([
        'file shop > in > orders_2026-05-01.csv',
        'file shop > in > orders_2026-05-02.csv',
      ]),
    );
    expect(result.notes.join()).not.toContain('Joined');
  });

  it('is the same at the second look', async () => {
    const first = await scan({ location: 'shop' });
    await expect(scan({ location: path.join(data, 'shop') })).resolves.toMatchObject({
      pages: first.pages,
      notes: first.notes,
    });
    await expect(scan({ location: 'shop' })).resolves.toEqual(first);
  });

  it('obeys filters, the format and the size of pages', async () => {
    const byName = await scan({ location: 'shop' }, { filters: { names: ['orders*'] } });
    expect(shown(byName)).toEqual([
      'directory shop',
      'folder shop > in',
      'file_set shop > in > orders_*.csv',
    ]);
    const byFolder = await scan({ location: 'shop' }, { filters: { schemas: ['.', 'sales*'] } });
    expect(shown(byFolder)).toHaveLength(4);
    const parquet = await scan({ location: 'shop', format: 'parquet' }, { pageSize: 2 });
    expect(parquet.pages).toEqual([2, 2, 1]);
    expect(shown(parquet).filter((line) => !/parquet|folder|directory/.test(line))).toEqual([]);
  });

  it('lets no location and no link lead out', async () => {
    write(path.join(root, 'outside/secret.csv'), 'a\n1\n');
    fs.symlinkSync(path.join(root, 'outside'), path.join(data, 'way-out'));
    fs.mkdirSync(path.join(data, 'linked'));
    fs.symlinkSync(path.join(root, 'outside/secret.csv'), path.join(data, 'linked/secret.csv'));
    fs.symlinkSync(path.join(data, 'linked'), path.join(data, 'linked/loop'));
    fs.symlinkSync(path.join(data, 'shop/customers.csv'), path.join(data, 'linked/known.csv'));
    for (const location of ['way-out', '..', '../outside', path.join(root, 'outside'), '/etc']) {
      await expect(scan({ location })).rejects.toMatchObject({ code: 'source_refused' });
    }
    await expect(scan({ location: 'nowhere' })).rejects.toThrow('There is no folder nowhere');
    const result = await scan({ location: 'linked' });
    expect(shown(result)).toEqual(['directory linked', 'file linked > . > known.csv']);
    expect(result.notes).toEqual([
      'secret.csv is left out: the link points outside the allowed folders, or to no file',
    ]);
  });

  it('ends with the signal', async () => {
    const cancelled = new AbortController();
    cancelled.abort(new Error('cancelled'));
    await expect(scan({ location: 'shop' }, { signal: cancelled.signal })).rejects.toThrow(
      'cancelled',
    );
  });
});

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'very/secret+key=' };

/** The bucket has the files of the folder. */
async function startBucket(secret: string | undefined): Promise<S3Server> {
  const server = await startS3Server('lake', secret);
  servers.push(server);
  const names = fs.readdirSync(path.join(data, 'shop'), { recursive: true, encoding: 'utf8' });
  for (const name of names) {
    const file = path.join(data, 'shop', name);
    if (fs.statSync(file).isFile()) server.objects.set(`shop/${name}`, fs.readFileSync(file));
  }
  server.objects.set('shop/marker/', Buffer.alloc(0));
  return server;
}

describe('a bucket', () => {
  const bucket = (server: S3Server, options: Partial<ScanOptions> = {}) =>
    scan(
      { location: 's3://lake/shop', endpoint: server.endpoint, region: 'eu-central-1' },
      { credentials, access: { allowedHosts: ['127.0.0.1'] }, ...options },
    );

  it('gives what a folder gives, page by page, with signed requests', async () => {
    const server = await startBucket(credentials.secretAccessKey);
    const result = await bucket(server);
    const below = shop.map((line) => line.replace('shop > .', 'lake > shop'));
    expect(shown(result)).toEqual(
      [
        'bucket lake',
        'folder lake > shop',
        ...below.map((line) => line.replace('shop > in', 'lake > shop/in')),
      ].map((line) => line.replace('shop > sales', 'lake > shop/sales')),
    );
    const folder = await scan({ location: 'shop' });
    for (const name of ['customers.csv', 'orders_*.csv', 'lines/**/*.parquet', 'list.json']) {
      expect(named(result, name)?.columns).toEqual(named(folder, name)?.columns);
    }
    expect(named(result, 'list.json')?.properties).toMatchObject({
      location: 's3://lake/shop/in/list.json',
      modifiedAt: '2026-05-01T00:00:00.000Z',
    });
    await expect(bucket(server)).resolves.toEqual(result);
    const left = fs
      .readdirSync(os.tmpdir())
      .filter((name) => name.startsWith(`concordat-s3-${process.pid}-`));
    expect(left).toEqual([]);
  });

  it('reads of long files only the beginning, of Parquet only the footer', async () => {
    const server = await startBucket(credentials.secretAccessKey);
    const lines = Buffer.from('1,täglich\n'.repeat(1_600_000));
    server.objects.clear();
    server.objects.set(
      "shop/long name+ä's (1).csv",
      Buffer.concat([Buffer.from('id,note\n'), lines]),
    );
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const file = path.join(root, 'long.parquet');
    await connection.run(`copy (select range as id, uuid() as u from range(20000)) to '${file}'`);
    server.objects.set('shop/long.parquet', fs.readFileSync(file));
    const result = await bucket(server);
    expect(named(result, "long name+ä's (1).csv")?.columns).toMatchObject([
      { name: 'id', type: 'BIGINT' },
      { name: 'note', type: 'VARCHAR' },
    ]);
    expect(named(result, 'long.parquet')?.columns).toMatchObject([{ name: 'id' }, { name: 'u' }]);
    const size = fs.statSync(file).size;
    expect(server.requests.slice(-2)).toEqual([
      '/lake/shop/long%20name%2B%C3%A4%27s%20%281%29.csv bytes=0-16777215',
      `/lake/shop/long.parquet bytes=${size - 65_536}-${size - 1}`,
    ]);
  });

  it('is refused with a wrong key, with half of one, and on a host that is not allowed', async () => {
    const server = await startBucket(credentials.secretAccessKey);
    const wrong = { ...credentials, secretAccessKey: 'another-secret' };
    const refusal = await bucket(server, { credentials: wrong }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'source_refused' });
    expect(String(refusal)).toContain('SignatureDoesNotMatch');
    expect(String(refusal)).not.toContain('another-secret');
    const half = { accessKeyId: 'AKIDEXAMPLE' };
    await expect(bucket(server, { credentials: half })).rejects.toThrow('one is missing');
    const before = server.requests.length;
    const access = { allowedHosts: ['s3.example.com'] };
    await expect(bucket(server, { access })).rejects.toThrow('is not allowed; an operator can');
    expect(server.requests).toHaveLength(before);
  });

  it('says in which region it is, and ends a scan that cannot be complete', async () => {
    const server = await startBucket(undefined);
    server.instead = (_request, response) => {
      response.writeHead(301, { 'x-amz-bucket-region': 'us-west-2' }).end();
    };
    await expect(bucket(server)).rejects.toThrow('the bucket is in region us-west-2');
    let asked = 0;
    server.instead = (request, response) => {
      asked += 1;
      if (asked < 3) {
        response.end(
          `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken></ListBucketResult>`,
        );
      } else response.writeHead(500).end(String(request.headers.authorization));
    };
    const failing = await bucket(server).catch((error: unknown) => error);
    expect(String(failing)).toMatch(/answered 500$/);
  });

  it('ends with the signal while the store is silent', async () => {
    const server = await startBucket(undefined);
    const cancelled = new AbortController();
    server.instead = () => undefined;
    const scanning = bucket(server, { signal: cancelled.signal });
    await until('it was asked', () => server.requests.length > 0);
    cancelled.abort(new Error('cancelled'));
    await expect(scanning).rejects.toThrow('cancelled');
  });
});

it('the check of signatures agrees with the example that Amazon publishes', () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const signature = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41';
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': empty,
    'x-amz-date': '20130524T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=${signature}`,
  };
  const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
  const request = { method: 'GET', target: '/test.txt', headers };
  expect(isSigned({ ...request, secretAccessKey })).toBe(true);
  expect(isSigned({ ...request, secretAccessKey: 'another' })).toBe(false);
});
