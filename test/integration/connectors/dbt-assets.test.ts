import fs from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { dbt } from '../../../connectors/dbt/asset-source.ts';
import type { ScannedAsset } from '../../../domain/ingestion/scanned-asset.ts';
import { dbtCatalog, dbtManifest } from '../../support/builders/dbt-project.ts';
import { scanAll } from '../../support/sources/scan.ts';
import { oracleFolder } from '../contract-tests/oracles.ts';
import type { ScanOptions, ScanResult } from '../../support/sources/scan.ts';

/** They live beside the repository and are never part of it. */
const recordings = path.join(oracleFolder, 'import/dbt');

let root: string;
let data: string;
const servers: Server[] = [];

beforeAll(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'asset-dbt-')));
  data = path.join(root, 'data');
  fs.mkdirSync(data);
  write('manifest.json', dbtManifest());
  write('catalog.json', dbtCatalog());
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

function write(name: string, content: unknown): void {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  fs.writeFileSync(path.join(data, name), text);
}

const both = { manifest: 'manifest.json', catalog: 'catalog.json' };

const scan = (
  config: Record<string, unknown> = both,
  options: Partial<ScanOptions> = {},
): Promise<ScanResult> => scanAll(dbt, { config, access: { allowedDataDirs: [data] }, ...options });

const shown = ({ assets }: ScanResult): string[] =>
  assets.map(({ kind, path: names }) => `${kind} ${names.join('.')}`);

const withId = ({ assets }: ScanResult, id: string): ScannedAsset | undefined =>
  assets.find(({ sourceId }) => sourceId === id);

describe('a dbt project', () => {
  it('is scanned to its models, sources, seeds, snapshots, tests and exposures', async () => {
    const result = await scan();
    expect(shown(result)).toEqual([
      'database wh',
      'schema wh.marts',
      'schema wh.raw',
      'schema wh.staging',
      'model wh.marts.orders',
      'model wh.staging.stg_orders',
      'snapshot wh.marts.orders_history',
      'seed wh.staging.countries',
      'source wh.marts.orders (source.shop.marts.orders)',
      'source wh.raw.ORDERS',
      'exposure exposure.shop.dashboard',
      'test wh.marts.test.shop.accepted_values_status.a1b2',
      'test wh.marts.test.shop.not_null_customer_id.a1b2',
      'test wh.marts.test.shop.not_null_status.a1b2',
      'test wh.marts.test.shop.relationships_customer_id.a1b2',
      'test wh.marts.test.shop.totals_add_up',
      'test wh.marts.test.shop.unique_status.a1b2',
    ]);
    expect(result.described).toBe('dbt project shop: manifest v12, dbt 1.8.0, snowflake');
    expect(result.notes).toEqual([
      'source.shop.marts.orders has its id as a suffix, because another node is the same table',
    ]);
  });

  it('has columns of the catalog with what the manifest and its tests say', async () => {
    const orders = withId(await scan(), 'model.shop.orders');
    expect(orders).toEqual({
      path: ['wh', 'marts', 'orders'],
      kind: 'model',
      sourceId: 'model.shop.orders',
      description: 'All orders.',
      tags: ['core', 'finance'],
      columns: [
        {
          name: 'ID',
          type: 'NUMBER(38,0)',
          description: 'Number of the order',
          required: true,
          unique: true,
          primaryKey: true,
        },
        {
          name: 'STATUS',
          type: 'VARCHAR(20)',
          description: 'from the warehouse',
          required: true,
          custom: {
            meta: { pii: false },
            tags: ['short'],
            tests: ['accepted_values', 'not_null', 'unique'],
            acceptedValues: ['new', 'paid'],
          },
        },
        {
          name: 'CUSTOMER_ID',
          type: 'NUMBER(38,0)',
          custom: { tests: ['not_null', 'relationships'], references: 'raw.customers.id' },
        },
        { name: 'gone', type: 'text', required: true },
      ],
      properties: {
        materialization: 'incremental',
        package: 'shop',
        filePath: 'orders.sql',
        access: 'public',
        meta: { owner: 'sales' },
      },
      upstream: [
        ['wh', 'staging', 'stg_orders'],
        ['wh', 'raw', 'ORDERS'],
      ],
    });
  });

  it('tells what tests and exposures are about', async () => {
    const result = await scan();
    const test = withId(result, 'test.shop.relationships_customer_id.a1b2');
    expect(test).toMatchObject({
      upstream: [['wh', 'marts', 'orders']],
      properties: { test: 'relationships', column: 'customer_id', severity: 'error' },
    });
    expect(withId(result, 'exposure.shop.dashboard')).toMatchObject({
      parent: null,
      sourceUrl: 'https://bi.example.com/1',
      properties: { label: 'Sales of the week', owner: 'Ada, ada@example.com' },
      upstream: [['wh', 'marts', 'orders']],
    });
    expect(withId(result, 'source.shop.raw.orders')?.description).toBe('Raw orders');
  });

  it('is the same at the second look, and has paths that are unique', async () => {
    const first = await scan();
    await expect(scan()).resolves.toEqual(first);
    const paths = first.assets.map((asset) => asset.path.join('\0'));
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('does without a catalog, without databases and with an empty manifest', async () => {
    const bare = dbtManifest();
    bare['nodes'] = { 'model.a.b': { resource_type: 'model', name: 'b', database: null } };
    delete bare['sources'];
    delete bare['exposures'];
    write('bare.json', bare);
    const result = await scan({ manifest: 'bare.json' });
    expect(shown(result)).toEqual([
      'database snowflake',
      'schema snowflake.default',
      'model snowflake.default.b',
    ]);
    write('empty.json', { metadata: bare['metadata'] });
    await expect(scan({ manifest: 'empty.json' })).resolves.toMatchObject({ assets: [] });
  });

  it('obeys filters, also in lineage, and the size of pages', async () => {
    const result = await scan(both, {
      filters: { schemas: ['marts'], names: { exclude: ['test.*', '*(*'] } },
      pageSize: 3,
    });
    expect(shown(result)).toEqual([
      'database wh',
      'schema wh.marts',
      'model wh.marts.orders',
      'snapshot wh.marts.orders_history',
      'exposure exposure.shop.dashboard',
    ]);
    expect(result.pages).toEqual([3, 2]);
    expect(withId(result, 'model.shop.orders')?.upstream).toBeUndefined();
  });
});

describe('artifacts of dbt', () => {
  it.each([
    [
      'old.json',
      { metadata: { dbt_schema_version: 'https://x/dbt/manifest/v8.json' } },
      'version 8',
    ],
    ['other.json', { metadata: {} }, 'contains no version'],
    ['text.json', 'nodes: []', 'The manifest is not valid JSON'],
    ['list.json', '[]', 'is not a JSON object'],
  ])('are refused: %s', async (manifest, content, message) => {
    write(manifest, content);
    const scanning = scan({ manifest });
    await expect(scanning).rejects.toMatchObject({ code: 'source_refused' });
    await expect(scanning).rejects.toThrow(message);
  });

  const megabyte = 1024 * 1024;
  const version = '"metadata":{"dbt_schema_version":"https://x/dbt/manifest/v12.json"}';
  const repeated = (part: string, last: string): string =>
    `[${part.repeat((13 * megabyte) / part.length)}${last}]`;
  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  it.each([
    ['objects without end', repeated('{},', '{}'), 'has more than 4000000 members'],
    ['lists without end', `{"a":{"columns":${repeated('[[],[]],', '[]')}}}`, 'has more than'],
    ['lists in lists without end', `{"a":{"meta":${nested(megabyte)}}}`, 'nested more than'],
    ['members without end', `{${names(4_000_001)}}`, 'has more than 4000000 members'],
  ])('are refused with %s, and this process goes on', async (_what, nodes, message) => {
    write('hostile.json', `{${version},"nodes":${nodes}}`);
    const scanning = scan({ manifest: 'hostile.json' });
    await expect(scanning).rejects.toMatchObject({ code: 'source_refused' });
    await expect(scanning).rejects.toThrow(message);
  });

  it('are not read on after an abort', async () => {
    write('large.json', `{${version},"macros":${repeated('{},', '{}')}}`);
    const controller = new AbortController();
    const scanning = scan({ manifest: 'large.json' }, { signal: controller.signal });
    setImmediate(() => controller.abort(new Error('cancelled')));
    await expect(scanning).rejects.toThrow('cancelled');
  });

  it('are read inside of the allowed folders only', async () => {
    fs.writeFileSync(path.join(root, 'secret.json'), JSON.stringify(dbtManifest()));
    fs.symlinkSync(path.join(root, 'secret.json'), path.join(data, 'link.json'));
    for (const manifest of ['../secret.json', 'link.json', path.join(root, 'secret.json')]) {
      await expect(scan({ manifest })).rejects.toThrow('outside the folders');
    }
    await expect(scan({ manifest: 'none.json' })).rejects.toThrow('There is no file none.json');
    await expect(scan({ manifest: '[cm]a*.json' })).rejects.toThrow('more than one file');
  });

  it('come from addresses with a token that no message repeats', async () => {
    const requests: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      requests.push(request);
      const { authorization = '' } = request.headers;
      if (authorization !== 'Bearer right-token') {
        response.writeHead(401).end(`no ${authorization} known`);
      } else {
        response.end(JSON.stringify(request.url === '/c' ? dbtCatalog() : dbtManifest()));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const config = { manifest: `${url}/m?sig=hush-hush`, catalog: `${url}/c` };
    const access = { allowedHosts: ['127.0.0.1'] };
    const result = await scan(config, { access, credentials: { token: 'right-token' } });
    await expect(scan()).resolves.toEqual(result);
    const wrong = scan(config, { access, credentials: { token: 'wrong-token' } });
    const refusal = await wrong.catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'source_refused' });
    expect(String(refusal)).toContain('answered 401');
    expect(String(refusal)).not.toMatch(/wrong-token|hush/);
    const before = requests.length;
    const forbidden = scan(config, { access: { allowedHosts: [] } });
    await expect(forbidden).rejects.toThrow('an operator can add it to ALLOWED_HOSTS');
    expect(requests).toHaveLength(before);
  });

  it('are read off the event loop when they are large, and not at all after an abort', async () => {
    const large = dbtManifest();
    const code = 'select 1 -- padding '.repeat(2000);
    for (let index = 0; index < 1000; index++) {
      const id = `model.shop.m${index}`;
      large['nodes'][id] = { ...large['nodes']['model.shop.stg_orders'], alias: `m${index}` };
      large['nodes'][id].compiled_code = code;
    }
    write('large.json', large);
    const parsed = jest.spyOn(JSON, 'parse');
    const result = await scan({ manifest: 'large.json' });
    expect(result.assets.length).toBeGreaterThan(1000);
    // Without the code, which is most of the file.
    const longest = Math.max(...parsed.mock.calls.map(([text]) => text.length));
    parsed.mockRestore();
    expect(longest).toBeLessThan(fs.statSync(path.join(data, 'large.json')).size / 10);
    const { signal } = cancelled();
    await expect(scan({ manifest: 'large.json' }, { signal })).rejects.toThrow('cancelled');
  });
});

function names(count: number): string {
  return Array.from({ length: count }, (_none, index) => `"${index}":0`).join(',');
}

function cancelled(): AbortController {
  const controller = new AbortController();
  controller.abort(new Error('cancelled'));
  return controller;
}

const recorded = fs.existsSync(recordings)
  ? fs.readdirSync(recordings).filter((name) => name.endsWith('.source.json'))
  : [];

if (recorded.length === 0) console.warn(`skipped: no manifests that dbt wrote in ${recordings}`);

(recorded.length === 0 ? describe.skip : describe)('manifests that dbt itself wrote', () => {
  it.each(recorded.length === 0 ? ['none'] : recorded)('%s can be read', async (manifest) => {
    const access = { allowedDataDirs: [recordings] };
    const result = await scan({ manifest }, { access });
    const models = result.assets.filter(({ kind }) => kind === 'model');
    expect(models.length).toBeGreaterThan(2);
    expect(models.every(({ path: names }) => names.length === 3)).toBe(true);
    await expect(scan({ manifest }, { access })).resolves.toEqual(result);
  });
});
