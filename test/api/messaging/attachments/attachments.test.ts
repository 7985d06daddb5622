import fs from 'node:fs';
import path from 'node:path';
import { beginUpload, completeUpload } from '../../../../commands/messages/upload-attachment.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { attachToNewMessage, upload } from '../../../support/builders/messaging/attachments.ts';
import { newConversation, newPerson } from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';
import { removeDeleted } from '../../../support/remove-deleted.ts';
import { until } from '../../../support/until.ts';

let api: TestApi;
let kate: Person;
let kevin: Person;
let buzz: Person;
let conversation: string;
beforeAll(async () => {
  api = await startApi();
  [kate, kevin, buzz] = await Promise.all([
    newPerson(api, 'KateMcCallister'),
    newPerson(api, 'Kevin'),
    newPerson(api, 'Buzz'),
  ]);
  conversation = await newConversation(api, kate, kevin);
});
afterAll(() => api.stop());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function storedFiles(): string[] {
  return fs
    .readdirSync(api.attachmentsDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}

const fetchFile = (person: Person, url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers: { authorization: `Bearer ${person.token}`, ...headers } });

describe('POST /v1/attachments with the part `file`', () => {
  it('answers the attachment with the type that the file has, whatever the client says', async () => {
    const answer = await upload(kate, png, { name: '../../etc/pic ü.png', type: 'text/html' });
    expect(answer.status).toBe(200);
    const { id } = answer.json;
    expect(answer.json).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{16}$/),
      message_id: null,
      filename: 'pic ü.png',
      file_url: `${api.address}/v1/attachments/${id}/file`,
      file_type: 'image/png',
      file_size: png.length,
      created_at: expect.any(Number),
    });
    const got = await kate.send('GET', `/v1/attachments/${id}`);
    expect(got.json).toEqual(answer.json);
  });

  it('serves images inline and everything else as a download, nothing as a page', async () => {
    const image = await upload(kate, png, { name: 'a.html' });
    const shown = await fetchFile(kate, image.json.file_url);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(png);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': `inline; filename="a.html"; filename*=UTF-8''a.html`,
      'accept-ranges': 'bytes',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    const page = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const name = `"'; x="\u202ey*(ü).png`;
    const drawing = await upload(kate, page, { name, type: 'image/png' });
    const saved = await fetchFile(kate, drawing.json.file_url);
    expect(await saved.text()).toBe(page);
    expect(saved.headers.get('content-type')).toBe('image/svg+xml');
    expect(saved.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[ -~]+"; filename\*=UTF-8''[A-Za-z0-9%._-]+$/,
    );
    const body = { filename: 'Zürich "1%" שלום.svg' };
    await kate.send('PUT', `/v1/attachments/${drawing.json.id}`, { body });
    const renamed = await fetchFile(kate, drawing.json.file_url);
    expect(renamed.headers.get('content-disposition')).toBe(
      `attachment; filename="Zurich _1__ ____.svg"; filename*=UTF-8''${encodeURIComponent(body.filename)}`,
    );
  });

  it('answers 304 to whoever has the file, and HEAD without it', async () => {
    const { json } = await upload(kate, png);
    const tag = `"${json.id}"`;
    const again = await fetchFile(kate, json.file_url, { 'if-none-match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await kate.send('HEAD', `/v1/attachments/${json.id}/file`);
    expect(head.headers.get('content-length')).toBe(String(png.length));
    expect(head.headers.get('etag')).toBe(tag);
  });

  it('takes 25 MB and answers 413 to a byte more, of which nothing stays', async () => {
    const most = Buffer.alloc(25 * 1024 * 1024, 7);
    const full = await upload(kate, most);
    expect(full.json).toMatchObject({ file_size: most.length, file_type: expect.any(String) });
    const before = storedFiles();
    const over = await upload(kate, Buffer.concat([most, Buffer.alloc(1)]));
    expect(over.status).toBe(413);
    expect(over.json).toMatchObject({
      type: 'invalid_request',
      message: expect.stringMatching(/25 MB/),
    });
    const far = await upload(kate, Buffer.alloc(40 * 1024 * 1024));
    expect(far.status).toBe(413);
    expect(storedFiles()).toEqual(before);
  });

  it('takes an empty file, and one without a name', async () => {
    const empty = await upload(kate, '', { name: '..' });
    expect(empty.json).toMatchObject({
      file_size: 0,
      filename: 'file',
      file_type: 'application/octet-stream',
    });
    const got = await fetchFile(kate, empty.json.file_url);
    expect([got.status, await got.text()]).toEqual([200, '']);
  });

  it('refuses two files, a file of another name, none at all, and a body that breaks off', async () => {
    const before = storedFiles();
    const two = new FormData();
    two.append('file', new File(['a'], 'a.txt'));
    two.append('file', new File(['b'], 'b.txt'));
    const other = new FormData();
    other.append('picture', new File(['a'], 'a.txt'));
    const both = new FormData();
    both.append('file', new File(['a'], 'a.txt'));
    both.append('file_url', 'https://example.com/a');
    for (const form of [two, other, both, new FormData()]) {
      const answer = await kate.sendForm('POST', '/v1/attachments', form);
      expect([answer.status, answer.json?.type]).toEqual([400, 'invalid_request']);
    }
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const start = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
    // The parser waits for a reader of the part behind the end; the client does not.
    const behindEnd = '--x--\r\n--x\r';
    for (const body of [start, start.slice(0, 30), 'abc', behindEnd]) {
      const answer = await kate.send('POST', '/v1/attachments', { body, headers });
      expect(answer.status).toBe(400);
    }
    expect((await kate.send('GET', '/v1/attachments')).text).not.toContain('a.txt');
    await removeDeleted(api);
    expect(storedFiles().filter((name) => !before.includes(name))).toEqual([]);
  });

  it.each([
    ['a "b".txt', 'a "b".txt'],
    ['a\r\nb.txt', 'ab.txt'],
    ['50%25 %2F%41.txt', '50%25 %2F%41.txt'],
  ])(
    'names the file %j as browsers send it, which escape three characters',
    async (sent, named) => {
      const form = new FormData();
      form.append('file', new File(['x'], sent));
      const { status, json } = await kate.sendForm('POST', '/v1/attachments', form);
      expect([status, json.filename]).toEqual([200, named]);
    },
  );

  it('takes `filename` beside the file, before or after it, and refuses all else', async () => {
    const send = (fields: [string, string | File][]) => {
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, value);
      return kate.sendForm('POST', '/v1/attachments', form);
    };
    const file: [string, File] = ['file', new File(['a'], 'a.txt')];
    const name: [string, string] = ['filename', '../my plan.txt'];
    for (const fields of [
      [name, file],
      [file, name],
    ]) {
      const { json } = await send(fields);
      expect(json.filename).toBe('my plan.txt');
      expect((await kate.send('GET', `/v1/attachments/${json.id}`)).json).toEqual(json);
    }
    const { knex } = api.database;
    const visible = async () => (await knex('attachments').whereNull('removed_at')).length;
    const before = await visible();
    const wrong = [
      ['filename', '..'],
      ['filename[x]', 'y'],
      ['message_id', 'x'],
      ['file_size', '1'],
    ];
    for (const field of wrong) {
      const answer = await send([file, field as [string, string]]);
      expect([answer.status, answer.json.type]).toEqual([400, 'invalid_request']);
    }
    const twice = await send([file, name, name]);
    expect(twice.status).toBe(400);
    expect(await visible()).toBe(before);
  });

  it('answers a repeated Idempotency-Key with the first attachment, and refuses another file', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await upload(kate, 'one', { name: 'one.txt', headers });
    const second = await upload(kate, 'one', { name: 'one.txt', headers });
    expect([second.status, second.json]).toEqual([200, first.json]);
    expect((await upload(kate, 'two', { name: 'one.txt', headers })).status).toBe(400);
    const list = await kate.send('GET', '/v1/attachments?limit=100');
    expect(
      list.json.data.filter((each: { filename: string }) => each.filename === 'one.txt'),
    ).toEqual([first.json]);
  });

  it('answers 401 when the token was revoked while the file came', async () => {
    const gone = await newPerson(api, 'Uncle Frank');
    const { knex, signals } = api.database;
    const begun = () => knex('attachments').where({ filename: 'late.txt' }).first();
    async function* body() {
      yield Buffer.from(
        '--x\r\ncontent-disposition: form-data; name="file"; filename="late.txt"\r\n\r\nabc',
      );
      await until('the upload has begun', begun);
      await knex('contact_tokens').where({ id: gone.tokenId }).update({ revoked_at: new Date() });
      signals.send('keys_changed');
      await until(
        'the token works no more',
        async () => (await gone.send('GET', '/v1/attachments')).status === 401,
      );
      yield Buffer.from('abc\r\n--x--\r\n');
    }
    const response = await fetch(`${api.address}/v1/attachments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${gone.token}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
      body: ReadableStream.from(body()),
      duplex: 'half',
    });
    expect(response.status).toBe(401);
    expect(await begun()).toMatchObject({ removed_at: expect.any(Date) });
  });
});

describe('POST /v1/attachments with `file_url`', () => {
  it('stores what is said of a file that lies elsewhere, from a form or JSON, and fetches nothing', async () => {
    const form = new URLSearchParams({
      file_url: 'https://example.com/docs/plan%20b.pdf?x=1',
      file_type: 'Application/PDF',
      file_size: '1234',
    });
    const answer = await kate.sendForm('POST', '/v1/attachments', form);
    expect(answer.json).toMatchObject({
      filename: 'plan b.pdf',
      file_url: 'https://example.com/docs/plan%20b.pdf?x=1',
      file_type: 'application/pdf',
      file_size: 1234,
      message_id: null,
    });
    const multipart = new FormData();
    multipart.append('file_url', 'https://example.com/');
    const bare = await kate.sendForm('POST', '/v1/attachments', multipart);
    expect(bare.json).toMatchObject({ filename: 'file', file_size: null });
    const body = { file_url: 'http://example.com/x', filename: 'y/z.txt', file_size: 5 };
    const json = await kate.send('POST', '/v1/attachments', { body });
    expect(json.json).toMatchObject({ filename: 'z.txt', file_size: 5 });
    for (const file_url of ['https://x.example/ü.pdf', 'https://x.example/%C3%BC.pdf']) {
      const named = await kate.send('POST', '/v1/attachments', { body: { file_url } });
      expect(named.json).toMatchObject({ file_url, filename: 'ü.pdf' });
    }
    const foreign = { file_url: 'https://münchen.example/שלום?q=é' };
    const taken = await kate.send('POST', '/v1/attachments', { body: foreign });
    expect(taken.json).toMatchObject({ ...foreign, filename: 'שלום' });
    const file = await kate.send('GET', `/v1/attachments/${json.json.id}/file`);
    expect(file.status).toBe(404);
  });

  it.each([
    [{}],
    [{ file_url: 'ftp://example.com/x' }],
    [{ file_url: 'javascript:alert(1)' }],
    [{ file_url: 'https://exa mple' }],
    [{ file_url: 'http://example.com:99999/x' }],
    [{ file_url: 'http://256.256.256.256/x' }],
    [{ file_url: 'http://xn--/x' }],
    [{ file_url: 'http:///x' }],
    [{ file_url: 'http://user:pw@example.com/x' }],
    [{ file_url: 'http://@example.com/x' }],
    [{ file_url: 'http://a\\@example.com/x' }],
    [{ file_url: 'http://?x' }],
    [{ file_url: 'https://example.com/%zz' }],
    [{ file_url: `https://example.com/${'x'.repeat(2_000)}` }],
    [{ file_url: 'https://example.com', file_size: -1 }],
    [{ file_url: 'https://example.com', file_type: 'a\r\nb' }],
    [{ file_url: 'https://example.com', message_id: 'x' }],
  ])('refuses %j with 400', async (body) => {
    const answer = await kate.send('POST', '/v1/attachments', { body });
    expect([answer.status, answer.json.type]).toEqual([400, 'invalid_request']);
  });
});

describe('attachments of others', () => {
  it('are seen by members of the conversation of their message, and by nobody else', async () => {
    const { json } = await upload(kate, 'secret', { name: 'secret.txt' });
    const paths = ['', '/file'].map((end) => `/v1/attachments/${json.id}${end}`);
    const statuses = (person: Person) =>
      Promise.all(paths.map(async (each) => (await person.send('GET', each)).status));
    expect(await statuses(kate)).toEqual([200, 200]);
    expect(await statuses(kevin)).toEqual([404, 404]);
    await attachToNewMessage(api, kate, conversation, [json.id]);
    expect(await statuses(kevin)).toEqual([200, 200]);
    expect(await statuses(buzz)).toEqual([404, 404]);
    const organizationId = await api.newOrganization('elsewhere');
    expect(await statuses(await newPerson(api, 'Kate', organizationId))).toEqual([404, 404]);
  });

  it('PUT renames only what one has made, DELETE also as who began the conversation', async () => {
    const mine = (await upload(kate, 'a')).json;
    const theirs = (await upload(kevin, 'b')).json;
    await attachToNewMessage(api, kate, conversation, [mine.id]);
    await attachToNewMessage(api, kevin, conversation, [theirs.id]);
    const form = new URLSearchParams({ filename: '../new name.txt' });
    const put = (person: Person, { id }: { id: string }, body = form) =>
      person.sendForm('PUT', `/v1/attachments/${id}`, body);
    expect((await put(kate, mine)).json.filename).toBe('new name.txt');
    expect((await put(kate, theirs)).status).toBe(403);
    expect((await put(buzz, mine)).status).toBe(404);
    expect((await put(kate, mine, new URLSearchParams({ filename: '..' }))).status).toBe(400);
    expect((await put(kate, mine, new URLSearchParams({ file_type: 'x' }))).status).toBe(400);
    const remove = (person: Person, { id }: { id: string }) =>
      person.send('DELETE', `/v1/attachments/${id}`);
    expect((await remove(buzz, mine)).status).toBe(404);
    expect((await remove(kevin, mine)).status).toBe(403);
    expect((await remove(kate, theirs)).json).toEqual({ id: theirs.id, deleted: true });
    expect((await remove(kate, theirs)).status).toBe(404);
    expect((await kevin.send('GET', `/v1/attachments/${theirs.id}`)).status).toBe(404);
    const events = await api.database
      .knex('messaging_events')
      .where({ subject_id: theirs.id })
      .orderBy('position');
    expect(events.map(({ type }) => type)).toEqual([
      'attachment.created',
      'attachment.updated',
      'attachment.deleted',
    ]);
    for (const { data } of events)
      expect(JSON.parse(data)).toEqual({ id: theirs.id, deleted: true });
    expect(events.at(-1).conversation_id).toBe(conversation);
  });
});

it('keeps an upload that is not complete out of sight', async () => {
  const change = {
    caller: { organizationId: api.organizationId, contact: kate },
    requestId: undefined,
    now: new Date(),
    publicUrl: api.address,
    quotaBytes: Infinity,
  };
  const begun = await beginUpload(api.database, change, 'half.bin');
  const address = `/v1/attachments/${begun.attachment.id}`;
  expect((await kate.send('GET', address)).status).toBe(404);
  expect((await kate.send('GET', '/v1/attachments?limit=100')).text).not.toContain('half.bin');
  await completeUpload(api.database, change, begun, { fileType: 'text/plain', fileSize: 1 });
  expect((await kate.send('GET', address)).status).toBe(200);
  // Its file is not there, e.g. because somebody has emptied the folder.
  expect((await kate.send('GET', `${address}/file`)).status).toBe(404);
});

it('answers 503 without telling paths while the storage cannot be written', async () => {
  const folder = path.join(api.attachmentsDir, '.incoming');
  fs.renameSync(folder, `${folder}-away`);
  fs.writeFileSync(folder, 'a file in the way');
  const answer = await upload(kate, 'x');
  expect([answer.status, answer.json.type]).toEqual([503, 'api_error']);
  expect(answer.text).not.toContain(api.attachmentsDir);
  fs.rmSync(folder);
  fs.renameSync(`${folder}-away`, folder);
  expect((await upload(kate, 'x')).status).toBe(200);
});
