import fs from 'node:fs';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { newPerson } from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';
import { removeDeleted } from '../../../support/remove-deleted.ts';
import { until } from '../../../support/until.ts';

let api: TestApi;
let kate: Person;
beforeEach(async () => {
  api = await startApi();
  kate = await newPerson(api, 'KateMcCallister');
});
afterEach(() => api.stop());

const storedFiles = (): string[] =>
  fs
    .readdirSync(api.attachmentsDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('.incoming'))
    .map((entry) => entry.name);

const row = () => api.database.knex('attachments').first();

/** Sends a form with the boundary `x` as it comes. */
function uploadSlowly(parts: AsyncIterable<string>, signal?: AbortSignal): Promise<Response> {
  const body = ReadableStream.from(
    (async function* () {
      for await (const part of parts) yield Buffer.from(part);
    })(),
  );
  const authorization = `Bearer ${kate.token}`;
  return fetch(`${api.address}/v1/attachments`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
    body,
    duplex: 'half',
    ...(signal && { signal }),
  });
}

const part = (filename: string) =>
  `--x\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n\r\nabc`;

async function expectNothingLeft(): Promise<void> {
  await until('it is given up', async () => (await row())?.removed_at instanceof Date);
  await removeDeleted(api);
  expect([storedFiles(), await row()]).toEqual([[], undefined]);
}

it('a file behind which the form goes bad is removed with the next run', async () => {
  async function* parts() {
    yield `${part('one.txt')}\r\n`;
    yield part('two.txt').slice(0, 5);
    await until('the first is stored', () => storedFiles().length === 1);
    yield part('two.txt').slice(5);
    yield '\r\n--x--\r\n';
  }
  const answer = await uploadSlowly(parts());
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining('Upload one file at a time.'),
  ]);
  await expectNothingLeft();
});

it('a file behind which the connection breaks is removed with the next run', async () => {
  const cut = new AbortController();
  async function* parts() {
    yield `${part('one.txt')}\r\n--x\r\n`;
    await until('the file is stored', () => storedFiles().length === 1);
    cut.abort();
    yield 'never sent';
  }
  await expect(uploadSlowly(parts(), cut.signal)).rejects.toThrow('abort');
  await expectNothingLeft();
});

it('a file of a contact that is deleted while it comes is removed, although the job ran before its end', async () => {
  async function* parts() {
    yield part('late.txt');
    await until('the upload has begun', row);
    const path = `/api/messaging/contacts/${kate.id}`;
    expect((await api.send('DELETE', path)).status).toBe(204);
    await removeDeleted(api);
    expect(await row()).toMatchObject({ stored_at: null, removed_at: expect.any(Date) });
    yield 'abc\r\n--x--\r\n';
  }
  const answer = await uploadSlowly(parts());
  expect(answer.status).toBe(401);
  expect(storedFiles()).toHaveLength(1);
  await expectNothingLeft();
});

it('a file that ends after its upload was given up for good is removed at once', async () => {
  async function* parts() {
    yield part('late.txt');
    await until('the upload has begun', row);
    const began = new Date(Date.now() - 25 * 3_600_000);
    await api.database.knex('attachments').update({ created_at: began });
    await removeDeleted(api);
    expect(await row()).toBeUndefined();
    yield 'abc\r\n--x--\r\n';
  }
  const answer = await uploadSlowly(parts());
  expect([answer.status, await answer.text()]).toEqual([
    404,
    expect.stringContaining('The upload took too long'),
  ]);
  expect(storedFiles()).toEqual([]);
});
