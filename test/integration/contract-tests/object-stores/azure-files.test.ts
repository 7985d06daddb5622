import fs from 'node:fs';
import os from 'node:os';
import type { ContractTestOutcome } from '../../../../domain/contract-tests/outcome.ts';
import { findConnector } from '../../../../connectors/index.ts';
import { startAzureServer } from '../../../support/fakes/azure-server.ts';
import type { AzureServer } from '../../../support/fakes/azure-server.ts';
import { runContract, troubles } from '../run-contract.ts';

const secrets = {
  key: Buffer.from('the key of the account').toString('base64'),
  sharedAccess: 'sv=2021-08-06&sig=c2lnbmF0dXJl%3D',
  clientSecret: 'secret-of-the-app',
};
let azure: AzureServer;

beforeEach(async () => {
  azure = await startAzureServer('shopdata', 'lake', secrets);
  azure.blobs.set('orders/a & b ä.csv', 'id\n1\n');
  azure.blobs.set('orders/deep/c.csv', 'id\n2\n');
  azure.blobs.set('orders/deep/d-folder', '');
  azure.blobs.set('orders.csv', 'id\n1\n2\n');
});
afterEach(async () => {
  await azure.stop();
  const left = fs.readdirSync(os.tmpdir());
  expect(left.filter((name) => name.startsWith(`concordat-run-${process.pid}-`))).toEqual([]);
});

type Credentials = Record<string, string>;

function run(
  location: string,
  credentials: Credentials,
  moreHosts: readonly string[] = [],
): Promise<ContractTestOutcome> {
  const named = Object.entries(credentials).map(([name, value]) => [
    `DATACONTRACT_AZURE_${name}`,
    value,
  ]);
  return runContract({
    schema: [
      {
        name: 'orders',
        properties: [{ name: 'id', required: true, unique: true }],
        quality: [{ metric: 'rowCount', mustBe: 2 }],
      },
    ],
    server: { type: 'azure', location, format: 'csv' },
    access: {
      allowedHosts: ['127.0.0.1', ...moreHosts],
      allowedDataDirs: [],
      credentials: Object.fromEntries(named) as Credentials,
      statementTimeoutMs: 10_000,
    },
  });
}

const withKey = (key = secrets.key): Credentials => ({
  CONNECTION_STRING: `DefaultEndpointsProtocol=http;AccountName=shopdata;AccountKey=${key};BlobEndpoint=${azure.endpoint};`,
});

const withApp = (clientSecret = secrets.clientSecret): Credentials => ({
  TENANT_ID: 'tenant.example.com',
  CLIENT_ID: 'client',
  CLIENT_SECRET: clientSecret,
  AUTHORITY_HOST: azure.origin,
});

describe('blobs of a container', () => {
  it.each([
    'az://lake/orders.csv',
    'azure://lake/{model}.csv',
    'az://lake/orders/**/*.csv',
    'az://lake/orders/',
    'az://lake/orders',
  ])('are read with the key of the account: %s', async (location) => {
    expect(troubles(await run(location, withKey()))).toEqual({});
  });

  it('are read with a shared access signature, and with a token', async () => {
    const sharedAccess = {
      CONNECTION_STRING: `AccountName=shopdata;BlobEndpoint=${azure.endpoint};SharedAccessSignature=${secrets.sharedAccess}`,
    };
    expect(troubles(await run('az://lake/orders.csv', sharedAccess))).toEqual({});
    expect(troubles(await run(`${azure.origin}/lake/orders/`, withApp()))).toEqual({});
    expect(azure.requests.filter((path) => path.endsWith('/token'))).toEqual([
      '/tenant.example.com/oauth2/v2.0/token',
    ]);
  });

  it('are not read, and no secret is told, when the key, the container or the blob is wrong', async () => {
    const wrong = Buffer.from('another key').toString('base64');
    for (const [location, credentials, reason] of [
      [
        'az://lake/orders.csv',
        withKey(wrong),
        /Could not list az:\/\/lake: 127.0.0.1:\d+ answered 403, AuthenticationFailed/,
      ],
      [
        'az://lake/orders.csv',
        {
          ...withKey(''),
          CONNECTION_STRING: `AccountName=shopdata;BlobEndpoint=${azure.endpoint}`,
        },
        /; no key is set \(DATACONTRACT_AZURE_CONNECTION_STRING/,
      ],
      ['az://other/orders.csv', withKey(), /answered 404, ContainerNotFound/],
      ['az://lake/none.csv', withKey(), /no object in az:\/\/lake matches its location/],
      [
        `${azure.origin}/lake/orders.csv`,
        withApp('wrong-secret'),
        /Could not sign in to Microsoft Entra ID/,
      ],
      [
        'abfss://lake@shopdata.dfs.core.windows.net/x.csv',
        withKey(),
        /Host shopdata.blob.core.windows.net:443 is not allowed/,
      ],
      [
        'abfss://shopdata.dfs.core.windows.net/lake/x.csv',
        withKey(),
        /Host shopdata.blob.core.windows.net:443 is not allowed/,
      ],
      [
        'https://shopdata.blob.core.windows.net/lake/x.csv',
        {},
        /Host shopdata.blob.core.windows.net:443 is not allowed/,
      ],
      ['az://lake/orders.csv', {}, /contains no storage account/],
      [
        'az://lake/orders.csv',
        { CONNECTION_STRING: `BlobEndpoint=here;AccountKey=${secrets.key}` },
        /BlobEndpoint of the connection string is not a URL/,
      ],
      ['az://Lake!/orders.csv', withKey(), /needs a location such as abfss/],
      ['s3://lake/orders.csv', withKey(), /needs a location such as abfss/],
      ['', withKey(), /needs a location such as abfss/],
    ] as [string, Credentials, RegExp][]) {
      const outcome = await run(location, credentials);
      const text = JSON.stringify(outcome);
      expect(`${location} ${outcome.checks[0]?.reason}`).toMatch(reason);
      for (const secret of [secrets.key, wrong, 'wrong-secret', 'c2lnbmF0dXJl']) {
        expect(text).not.toContain(secret);
      }
    }
  });
});

describe('credentials of an account', () => {
  const sas = `SharedAccessSignature=${secrets.sharedAccess}`;
  const key = `AccountKey=${secrets.key}`;
  const foreign = /is at .*, which is not the account of the credentials/;
  const inClear = /Signatures and tokens are sent over https:\/\/ only/;
  const ofAzure = ['*.blob.core.windows.net', '*.example.com'];

  async function reasonOf(location: string, credentials: Credentials): Promise<unknown> {
    return (await run(location, credentials, ofAzure)).checks[0]?.reason;
  }

  it.each([
    ['abfss://lake@other.dfs.core.windows.net/x.csv', `AccountName=shopdata;${key}`],
    ['https://shopdata.example.com/lake/x.csv', `AccountName=shopdata;${key}`],
    ['https://shopdata.example.com/lake/x.csv', key],
    ['https://other.blob.core.windows.net/lake/x.csv', `AccountName=shopdata;${sas}`],
    ['https://other.blob.core.windows.net/lake/x.csv', sas],
    ['https://shopdata.blob.core.windows.net.example.com/lake/x.csv', key],
    ['https://other.blob.core.windows.net/lake/x.csv', `BlobEndpoint=https://a.example.com;${sas}`],
  ])('are not sent to another place: %s, %s', async (location, parts) => {
    expect(await reasonOf(location, { CONNECTION_STRING: parts })).toMatch(foreign);
  });

  it('are not sent to another server of this machine', async () => {
    for (const parts of [`AccountName=shopdata;${sas}`, `AccountName=shopdata;${key}`, sas]) {
      const reason = await reasonOf(`${azure.origin}/lake/x.csv`, { CONNECTION_STRING: parts });
      expect(reason).toMatch(foreign);
    }
    expect(azure.requests).toEqual([]);
  });

  it('are not sent where others can read them', async () => {
    const location = 'http://shopdata.blob.core.windows.net/lake/x.csv';
    for (const parts of [`AccountName=shopdata;${sas}`, `AccountName=shopdata;${key}`, key]) {
      expect(await reasonOf(location, { CONNECTION_STRING: parts })).toMatch(inClear);
    }
    expect(await reasonOf(location, withApp())).toMatch(inClear);
  });

  it('are not sent as a token to who is not Azure, nor to another account than the known one', async () => {
    expect(await reasonOf('https://shop.example.com/lake/x.csv', withApp())).toMatch(foreign);
    const other = 'https://other.blob.core.windows.net/lake/x.csv';
    expect(await reasonOf(other, { ...withApp(), STORAGE_ACCOUNT: 'shopdata' })).toMatch(foreign);
    expect(azure.requests).toEqual([]);
  });

  it('of a signature name their account', async () => {
    const outcome = await runContract({
      schema: [{ name: 'orders', properties: [{ name: 'id' }] }],
      server: { type: 'azure', location: 'az://lake/x.csv', storageAccount: 'other' },
      access: {
        allowedHosts: ofAzure,
        allowedDataDirs: [],
        credentials: { DATACONTRACT_AZURE_CONNECTION_STRING: sas },
        statementTimeoutMs: 10_000,
      },
    });
    expect(outcome.checks[0]?.reason).toMatch(/needs the account that it is for/);
  });
});

describe('the place of a connection', () => {
  it.each([
    ['abfss://lake@shopdata.dfs.core.windows.net/x.csv', undefined, 'shopdata/lake'],
    ['https://shopdata.blob.core.windows.net/lake/x.csv', undefined, 'shopdata/lake'],
    ['https://files.example.com/lake/x.csv', undefined, 'files.example.com/lake'],
    ['az://lake/x.csv', 'shopdata', 'shopdata/lake'],
    ['az://lake/x.csv', undefined, 'lake'],
    ['s3://lake/x.csv', undefined, undefined],
  ])('is the account and the container: %s', (location, storageAccount, place) => {
    const server = { server: 's', type: 'azure', location, storageAccount };
    expect(findConnector('azure')?.place(server)).toBe(place);
  });
});
