import { startS3Server } from '../../../support/fakes/s3-server.ts';
import type { S3Server } from '../../../support/fakes/s3-server.ts';
import { runContract, troubles } from '../run-contract.ts';

const secret = 'the-hmac-secret-of-gcs';
let fake: S3Server;

beforeAll(async () => {
  fake = await startS3Server('lake', secret);
  for (const day of [1, 2, 3, 4]) fake.objects.set(`t/${day}.csv`, Buffer.from(`id\n${day}\n`));
});
afterAll(() => fake.stop());

async function run(location: string, key: string, server: object = {}): Promise<string> {
  const outcome = await runContract({
    schema: [
      {
        name: 't',
        properties: [{ name: 'id', unique: true }],
        quality: [{ metric: 'rowCount', mustBe: 4 }],
      },
    ],
    server: { type: 'gcs', endpointUrl: fake.endpoint, location, format: 'csv', ...server },
    access: {
      allowedHosts: ['127.0.0.1'],
      allowedDataDirs: [],
      credentials: { DATACONTRACT_GCS_KEY_ID: 'GOOG1', DATACONTRACT_GCS_SECRET: key },
      statementTimeoutMs: 10_000,
    },
  });
  const text = JSON.stringify(troubles(outcome));
  expect(text).not.toContain(key);
  return outcome.checks[0]?.reason ?? text;
}

describe('objects of Google Cloud Storage', () => {
  it('are listed over pages and read with an HMAC key', async () => {
    expect(await run('gs://lake/{model}/*.csv', secret)).toBe('{}');
    expect(await run('gs://lake/t/', secret, { type: 'gs' })).toBe('{}');
    expect(await run('https://storage.googleapis.com/lake/t/[1-4].csv', secret)).toBe('{}');
  });

  it('are not read otherwise', async () => {
    expect(await run('gs://lake/t/*.csv', 'another-secret')).toMatch(
      /Could not list gs:\/\/lake: .* answered 403, SignatureDoesNotMatch/,
    );
    expect(await run('lake/t', secret)).toMatch(/needs a location such as gs:\/\/bucket\/path/);
    expect(await run('gs://lake/t/*.csv', secret, { endpointUrl: undefined })).toBe(
      'Host storage.googleapis.com:443 is not allowed; an operator can add it to ALLOWED_HOSTS',
    );
  });
});
