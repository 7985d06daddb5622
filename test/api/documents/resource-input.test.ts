import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { product, team } from '../../support/builders/contracts.ts';
import { sendRaw } from '../../support/http/raw-request.ts';
import { resources } from '../../support/builders/resources.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop') });
});
afterAll(() => api.stop());

const longest = 5 * 1024 * 1024;
const json = ['Content-Type: application/json'];

/** Ids that nothing may have, with the path in which they are sent. */
const forbidden: [string, string][] = [
  ['257 characters', 'x'.repeat(257)],
  ['..', '..'],
  ['encoded ..', '%2e%2e'],
  ['a URI', 'https%3A%2F%2Fexample.com'],
  ['a backslash', 'a%5Cb'],
  ['NUL', 'a%00b'],
  ['a line feed', 'a%0Ab'],
  ['no UTF-8', '%ff'],
  ['half of a surrogate pair', '%ED%A0%80'],
];

describe.each(resources)('$collection', ({ collection, body, idMember }) => {
  const at = (id: string) => `/api/${collection}/${id}`;
  const holdsSlashes = ['definitions', 'tags'].includes(collection);
  const put = (sent: unknown, headers: Record<string, string> = {}) =>
    api.send('PUT', at('bad'), { body: sent, headers });
  const withMember = (member: string) => JSON.stringify(body('bad')).replace(/}$/, `,${member}}`);

  it.each(forbidden)('refuses the id %s', async (_, id) => {
    const text = JSON.stringify({ ...body('x'), [idMember]: undefined });
    const answer = await sendRaw(api, `PUT ${at(id)}`, json, text);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('"code":"invalid_id"');
  });

  it('takes any Unicode, URNs, 256 characters, and slashes only where they belong', async () => {
    const ids = [
      'größe-日本-🚀',
      'urn:x:1',
      'y'.repeat(256),
      'a b',
      '%',
      '...',
      'constructor',
      '__proto__',
    ];
    for (const id of ids) {
      const path = at(encodeURIComponent(id));
      expect([id, (await api.send('PUT', path, { body: body(id) })).status]).toEqual([id, 200]);
      expect((await api.send('GET', path)).json[idMember]).toBe(id);
    }
    const encoded = await api.send('PUT', at('a%2Fb'), { body: body('a/b') });
    const raw = await sendRaw(api, `PUT ${at('c/d')}`, json, JSON.stringify(body('c/d')));
    expect([encoded.status, raw.status]).toEqual(holdsSlashes ? [200, 200] : [422, 404]);
  });

  it.each<[string, () => unknown, Record<string, string>, number, string]>([
    ['malformed JSON', () => '{"a":', {}, 400, 'malformed_body'],
    ['no body', () => undefined, { 'content-type': 'application/json' }, 400, 'malformed_body'],
    ['an array', () => '[]', {}, 422, 'invalid_body'],
    ['null', () => 'null', {}, 422, 'invalid_body'],
    ['a text', () => '"x"', {}, 422, 'invalid_body'],
    [
      'depth 65',
      () => withMember(`"x":${'['.repeat(64)}${']'.repeat(64)}`),
      {},
      422,
      'invalid_body',
    ],
    [
      'depth 10,000',
      () => withMember(`"x":${'['.repeat(1e4)}${']'.repeat(1e4)}`),
      {},
      422,
      'invalid_body',
    ],
    ['NUL', () => withMember('"x":"a\\u0000b"'), {}, 422, 'invalid_text'],
    ['a lone surrogate', () => withMember('"x":"\\ud800"'), {}, 422, 'invalid_text'],
    ['a lone surrogate as a name', () => withMember('"\\udc00":1'), {}, 422, 'invalid_text'],
    ['invalid UTF-8', () => new Uint8Array([123, 34, 255, 34, 125]), {}, 400, 'malformed_body'],
    ['5 MB and a byte', () => ' '.repeat(longest - 1) + '{}', {}, 413, 'payload_too_large'],
    [
      'a wrong type',
      () => withMember('"x":1'),
      { 'content-type': 'text/plain' },
      415,
      'unsupported_media_type',
    ],
  ])('refuses %s', async (_, sent, headers, status, code) => {
    const answer = await put(sent(), headers);
    expect([answer.status, answer.json?.code]).toEqual([status, code]);
    expect((await api.send('GET', at('bad'))).status).toBe(404);
  });

  it('takes 5 MB, a BOM, CRLF, duplicate members and __proto__ for what they are', async () => {
    const text = JSON.stringify(body('odd'));
    const send = (sent: string) => api.send('PUT', at('odd'), { body: sent });
    expect((await send(text + ' '.repeat(longest - Buffer.byteLength(text)))).status).toBe(200);
    expect((await send(`\uFEFF${text}`)).status).toBe(200);
    expect((await api.send('GET', at('odd'))).text).toBe(text);
    const lines = JSON.stringify(body('odd'), undefined, 2).replaceAll('\n', '\r\n');
    expect((await send(lines)).status).toBe(200);
    expect((await api.send('GET', at('odd'))).text).toBe(lines);
    expect((await send(text.replace(/}$/, ',"twice":1,"twice":2}'))).status).toBe(200);
    expect((await api.send('GET', at('odd'))).json.twice).toBe(2);
    const proto = text.replace(/}$/, ',"__proto__":{"polluted":true}}');
    expect((await send(proto)).status).toBe(200);
    expect((await api.send('GET', at('odd'))).text).toBe(proto);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each(['p=-1', 'p=x', 'size=1e9', 'size=0', 'size=1001', 'p=101&size=1000', 'after=%00'])(
    'refuses a list with %s',
    async (query) => {
      const answer = await api.send('GET', `/api/${collection}?${query}`);
      expect([answer.status, answer.json.code]).toEqual([400, 'bad_request']);
    },
  );
});
