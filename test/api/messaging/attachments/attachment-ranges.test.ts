import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { upload } from '../../../support/builders/messaging/attachments.ts';
import { newPerson } from '../../../support/builders/messaging/messaging.ts';
import type { Person } from '../../../support/builders/messaging/messaging.ts';

let api: TestApi;
let kate: Person;
/** Path of a file of ten digits, and its tag. */
let path: string;
let tag: string;
beforeAll(async () => {
  api = await startApi();
  kate = await newPerson(api, 'KateMcCallister');
  const { id } = (await upload(kate, '0123456789', { name: 'digits.txt' })).json;
  path = `/v1/attachments/${id}/file`;
  tag = (await kate.send('GET', path)).headers.get('etag') as string;
});
afterAll(() => api.stop());

const get = (headers: Record<string, string>, method = 'GET') =>
  kate.send(method, path, { headers });

it.each([
  ['bytes=0-3', '0123', '0-3'],
  ['bytes=4-4', '4', '4-4'],
  ['bytes=7-', '789', '7-9'],
  ['bytes=0-', '0123456789', '0-9'],
  ['bytes=8-99999999999999999999', '89', '8-9'],
  ['bytes=-2', '89', '8-9'],
  ['bytes=-11', '0123456789', '0-9'],
  ['Bytes=1-2', '12', '1-2'],
])('answers %s with that part', async (range, text, place) => {
  const answer = await get({ range });
  expect([answer.status, answer.text]).toEqual([206, text]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-range': `bytes ${place}/10`,
    'content-length': String(text.length),
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': expect.stringContaining('attachment; filename="digits.txt"'),
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: tag,
  });
});

it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=99999999999999999999-'])(
  'answers %s, which lies outside of it, with 416',
  async (range) => {
    const answer = await get({ range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10']);
    expect(answer.json).toMatchObject({
      type: 'invalid_request',
      message: expect.stringContaining('10 bytes'),
    });
  },
);

it.each([
  'bytes=0-1,4-5',
  'bytes=3-2',
  'bytes=-',
  'bytes=a-b',
  'bytes=--1',
  'lines=0-1',
  '0-1',
  '',
])('answers %j whole', async (range) => {
  const answer = await get({ range });
  expect([answer.status, answer.text]).toEqual([200, '0123456789']);
  expect(answer.headers.get('content-range')).toBeNull();
});

it('If-Range holds when it is the tag, and nothing else', async () => {
  const range = 'bytes=1-2';
  expect((await get({ range, 'if-range': tag })).status).toBe(206);
  for (const other of ['"other"', `W/${tag}`, 'Wed, 21 Oct 2026 07:28:00 GMT']) {
    const answer = await get({ range, 'if-range': other });
    expect([other, answer.status, answer.text]).toEqual([other, 200, '0123456789']);
  }
});

it('who has it is told so, and HEAD tells of the whole', async () => {
  const range = 'bytes=1-2';
  expect((await get({ range, 'if-none-match': tag })).status).toBe(304);
  const head = await get({ range }, 'HEAD');
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
});

it('of an empty file there are no parts', async () => {
  const { id } = (await upload(kate, '')).json;
  const headers = { range: 'bytes=0-' };
  const answer = await kate.send('GET', `/v1/attachments/${id}/file`, { headers });
  expect([answer.status, answer.text]).toEqual([200, '']);
});

it('sends all of it when the storage knows no ranges', async () => {
  const { get: getPart } = api.storage;
  api.storage.get = (key) => getPart(key);
  try {
    const answer = await get({ range: 'bytes=1-2' });
    expect([answer.status, answer.text]).toEqual([200, '0123456789']);
    expect(answer.headers.get('content-length')).toBe('10');
    expect(answer.headers.get('content-range')).toBeNull();
  } finally {
    api.storage.get = getPart;
  }
});
