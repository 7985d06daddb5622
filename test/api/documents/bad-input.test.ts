import { gzipSync } from 'node:zlib';
import { revokeApiKey } from '../../../commands/keys/revoke-api-key.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';
import { sendRaw } from '../../support/http/raw-request.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(() => api.stop());

const raw = (requestLine: string, headers: string[] = [], body = '') =>
  sendRaw(api, requestLine, headers, body);

const put = (body: unknown, headers: Record<string, string> = {}) =>
  api.send('PUT', '/api/datacontracts/bad', { body, headers });

describe('keys', () => {
  it('refuses a missing key', async () => {
    const answer = await api.send('GET', '/api/teams', { key: null });
    expect([answer.status, answer.json.code]).toEqual([403, 'api_key_missing']);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  it('answers wrong, unknown, expired and revoked keys all alike', async () => {
    const expired = await api.newKey('organization', { expiresOn: '2020-01-31' });
    const revoked = await api.newKey('organization');
    expect((await api.send('GET', '/api/teams', { key: revoked.text })).status).toBe(200);
    await revokeApiKey(
      api.database,
      { organizationId: api.organizationId, id: revoked.id, revokedBy: 'system' },
      new Date(),
    );
    await until(
      'the revocation is heard',
      async () => (await api.send('GET', '/api/teams', { key: revoked.text })).status === 403,
    );
    const wrong = api.key.slice(0, -1) + (api.key.endsWith('a') ? 'b' : 'a');
    const keys = [
      wrong,
      `${api.key}x`,
      'ck_o_AAAAAAAA_00000000000000000000000000000000',
      'x',
      'k'.repeat(10_000),
      expired.text,
      revoked.text,
    ];
    const bodies = new Set<string>();
    for (const key of keys) {
      const answer = await api.send('GET', '/api/teams', { key });
      expect(answer.status).toBe(403);
      const { requestId: _, ...rest } = answer.json;
      bodies.add(JSON.stringify(rest));
    }
    expect([...bodies]).toHaveLength(1);
    expect([...bodies][0]).toContain('api_key_invalid');
  });

  it('takes the key as a bearer token too', async () => {
    const answer = await api.send('GET', '/api/teams', {
      key: null,
      headers: { authorization: `Bearer ${api.key}` },
    });
    expect(answer.status).toBe(200);
  });

  it('lets read keys read only, and team keys write only what their team owns', async () => {
    const reader = (await api.newKey('organization_read')).text;
    expect((await api.send('GET', '/api/teams', { key: reader })).status).toBe(200);
    expect(
      (await api.send('PUT', '/api/teams/nope', { key: reader, body: team('nope') })).json.code,
    ).toBe('permission_denied');
    await api.send('PUT', '/api/teams/sub', { body: team('sub', { parent: 'checkout' }) });
    await api.send('PUT', '/api/teams/other', { body: team('other') });
    const member = (await api.newKey('team', { teamId: 'checkout' })).text;
    const owned = (owner: string) =>
      api.send('PUT', '/api/datacontracts/mine', {
        key: member,
        body: contract('mine', { team: { name: owner } }),
      });
    expect((await owned('checkout')).status).toBe(200);
    expect((await owned('sub')).status).toBe(200);
    expect((await owned('other')).json.code).toBe('permission_denied');
    await api.send('PUT', '/api/datacontracts/theirs', {
      body: contract('theirs', { team: { name: 'other' } }),
    });
    expect((await api.send('DELETE', '/api/datacontracts/theirs', { key: member })).status).toBe(
      403,
    );
    expect(
      (
        await api.send('PUT', '/api/datacontracts/theirs', {
          key: member,
          body: contract('theirs'),
        })
      ).status,
    ).toBe(403);
  });

  it('judges user keys by the roles of their person, inherited down the tree', async () => {
    const members = [
      { emailAddress: 'ed@example.com', role: 'Editor' },
      { emailAddress: 'mo@example.com', role: 'Member' },
    ];
    await api.send('PUT', '/api/teams/root', { body: team('root', { members }) });
    await api.send('PUT', '/api/teams/leaf', { body: team('leaf', { parent: 'root' }) });
    const as = async (email: string) => {
      const key = (await api.newKey('user', { email })).text;
      const body = contract('roles', { team: { name: 'leaf' }, version: `1.0.${email.length}` });
      return (await api.send('PUT', '/api/datacontracts/roles', { key, body })).status;
    };
    expect([
      await as('ED@example.com'),
      await as('mo@example.com'),
      await as('x@example.com'),
    ]).toEqual([200, 403, 403]);
  });
});

describe('addresses', () => {
  it('answers unknown routes 404 and wrong methods 405 with Allow, as problems', async () => {
    const unknown = await api.send('GET', '/api/nothing');
    expect([unknown.status, unknown.json.code]).toEqual([404, 'not_found']);
    const wrong = await api.send('PATCH', '/api/teams/a', { body: {} });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([
      405,
      'DELETE, GET, HEAD, OPTIONS, PUT',
    ]);
    expect((await api.send('OPTIONS', '/api/teams/a')).headers.get('allow')).toBe(
      'DELETE, GET, HEAD, OPTIONS, PUT',
    );
    expect((await api.send('HEAD', '/api/teams/checkout')).status).toBe(200);
    for (const method of ['PROPFIND', 'TRACE']) {
      const answer = await raw(`${method} /api/teams`);
      expect([answer.status, /problem\+json/.test(answer.text)]).toEqual([405, true]);
    }
  });

  it.each([
    ['/api/teams/a%2Fb', 422],
    ['/api/teams/%2e%2e', 422],
    ['/api/teams/..', 422],
    ['/api/teams/.', 422],
    ['/api/teams/a%5Cb', 422],
    ['/api/teams/a%00b', 422],
    ['/api/teams/a%0Ab', 422],
    ['/api/teams/%ff', 422],
    ['/api/teams/%ED%A0%80', 422],
    ['/api/teams/http%3A%2F%2Fx', 422],
    ['/api/teams/s3:%2F%2Fbucket', 422],
    ['/api/teams/a/b', 404],
    ['/../../etc/passwd', 404],
    [`/api/teams/${'x'.repeat(257)}`, 422],
    [`/api/teams/${'x'.repeat(9_000)}`, 400],
  ])('PUT %.60s answers %d', async (path, status) => {
    const answer = await raw(
      `PUT ${path}`,
      ['Content-Type: application/json'],
      JSON.stringify({ name: 'N', type: 'Team' }),
    );
    expect(answer.status).toBe(status);
    expect(answer.text).toContain('application/problem+json');
  });

  it('takes URNs, any Unicode and 256 characters as ids', async () => {
    for (const id of [
      'urn:team:checkout:1',
      'größe-日本-🚀',
      'x'.repeat(256),
      'a b',
      "it's",
      '%',
      '...',
      '1',
    ]) {
      const path = `/api/teams/${encodeURIComponent(id)}`;
      const answer = await api.send('PUT', path, { body: { name: 'N', type: 'Team' } });
      expect([id, answer.status]).toEqual([id, 200]);
      expect((await api.send('GET', path)).json.id).toBe(id);
      expect(new URL(answer.headers.get('location-html') ?? '').pathname).toBe(
        `/teams/${encodeURIComponent(id).replaceAll("'", '%27')}`.replaceAll('%27', "'"),
      );
    }
    expect((await raw('GET /api/teams/urn:team:checkout:1')).status).toBe(200);
  });

  it('refuses two Host headers', async () => {
    expect((await raw('GET /api/teams', ['Host: elsewhere'])).status).toBe(400);
  });
});

describe('bodies', () => {
  const deep = (depth: number) => `{"id":"bad","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;

  it.each<[string, unknown, Record<string, string>, number, string]>([
    ['malformed JSON', '{"a":', {}, 400, 'malformed_body'],
    ['no body', undefined, { 'content-type': 'application/json' }, 400, 'malformed_body'],
    ['an array', '[]', {}, 422, 'invalid_body'],
    ['null', 'null', {}, 422, 'invalid_body'],
    ['depth 65', deep(64), {}, 422, 'invalid_body'],
    ['depth 10,000', deep(10_000), {}, 422, 'invalid_body'],
    ['NUL', '{"id":"bad","name":"a\\u0000b"}', {}, 422, 'invalid_text'],
    ['a lone surrogate', '{"id":"bad","name":"\\ud800"}', {}, 422, 'invalid_text'],
    ['a lone surrogate as a name', '{"id":"bad","\\udc00":1}', {}, 422, 'invalid_text'],
    [
      'invalid UTF-8',
      new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]),
      { 'content-type': 'application/json' },
      400,
      'malformed_body',
    ],
    ['6 MB', `{"x":"${'x'.repeat(6 * 1024 * 1024)}"}`, {}, 413, 'payload_too_large'],
    [
      'a gzip bomb',
      gzipSync(Buffer.alloc(50 * 1024 * 1024)),
      { 'content-encoding': 'gzip', 'content-type': 'application/json' },
      413,
      'payload_too_large',
    ],
    ['broken gzip', 'nope', { 'content-encoding': 'gzip' }, 400, 'malformed_body'],
    ['an unknown encoding', '{}', { 'content-encoding': 'zip' }, 415, 'unsupported_media_type'],
    ['a wrong type', 'x', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    [
      'a wrong charset',
      '{}',
      { 'content-type': 'application/json; charset=latin1' },
      415,
      'unsupported_media_type',
    ],
    ['another id', contract('other'), {}, 422, 'id_mismatch'],
    ['a number as id', { ...contract('bad'), id: 7 }, {}, 422, 'id_mismatch'],
    ['not ODCS', { id: 'bad', team: { name: 'checkout' } }, {}, 422, 'invalid_document'],
    ['another kind', contract('bad', { kind: 'DataProduct' }), {}, 422, 'invalid_document'],
    ['an unknown version', contract('bad', { apiVersion: 'v9.9.9' }), {}, 422, 'invalid_document'],
    ['no owner', contract('bad', { team: undefined }), {}, 422, 'ownership_missing'],
    [
      'an unknown owner',
      contract('bad', { team: { name: 'ghosts' } }),
      {},
      422,
      'ownership_missing',
    ],
    ['malformed YAML', 'a: [', { 'content-type': 'application/yaml' }, 400, 'malformed_body'],
    [
      'duplicate YAML keys',
      'a: 1\na: 2',
      { 'content-type': 'application/x-yaml' },
      422,
      'invalid_body',
    ],
    ['two YAML documents', 'a: 1\n---\nb: 1', { 'content-type': 'text/yaml' }, 422, 'invalid_body'],
    [
      'YAML depth 10,000',
      `a: ${'['.repeat(10_000)}`,
      { 'content-type': 'application/yaml' },
      422,
      'invalid_body',
    ],
    [
      'a YAML tag',
      'a: !!js/function x',
      { 'content-type': 'application/yaml' },
      400,
      'malformed_body',
    ],
  ])('%s', async (_, body, headers, status, code) => {
    const answer = await put(body, headers);
    expect([answer.status, answer.json?.code]).toEqual([status, code]);
    expect(answer.json).toMatchObject({
      status,
      instance: '/api/datacontracts/bad',
      message: answer.json.detail,
    });
    expect(answer.json.requestId).toBe(answer.headers.get('x-request-id'));
  });

  it('answers a YAML bomb quickly, small and large', async () => {
    const lines = ['a: &a [x,x,x,x,x,x,x,x,x,x]'];
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh', 'hi']) {
      lines.push(`${to}: &${to} [${Array(10).fill(`*${from}`).join(',')}]`);
    }
    for (const bomb of [lines.join('\n'), `${lines.join('\n')}\n#${'x'.repeat(100_000)}`]) {
      const answer = await put(bomb, { 'content-type': 'application/yaml' });
      expect(answer.status).toBe(422);
    }
    expect((await api.send('GET', '/api/teams/checkout')).status).toBe(200);
  });

  it('accepts gzip within the limits, a BOM, and an empty body under a JSON content type where none is needed', async () => {
    const packed = gzipSync(JSON.stringify(contract('packed')));
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
    expect(
      (await api.send('PUT', '/api/datacontracts/packed', { body: packed, headers })).status,
    ).toBe(200);
    expect(
      (
        await api.send('PUT', '/api/datacontracts/bom', {
          body: `\uFEFF${JSON.stringify(contract('bom'))}`,
        })
      ).status,
    ).toBe(200);
    const deleted = await api.send('DELETE', '/api/datacontracts/bom', {
      headers: { 'content-type': 'application/json' },
    });
    expect(deleted.status).toBe(200);
  });

  it('names field and rule in readable violations', async () => {
    const answer = await api.send('PUT', '/api/teams/t', {
      body: { id: 't', type: '', members: [{ emailAddress: 'x' }] },
    });
    expect(answer.json.violations).toEqual([
      { field: 'members[0].emailAddress', message: 'must be a valid email' },
      { field: 'name', message: 'is required' },
      { field: 'type', message: 'must not be empty' },
    ]);
    const policy = await api.send('PUT', '/api/policies/p', {
      body: { id: 'p', name: 'P', owner: 'checkout', status: 'maybe' },
    });
    const [choice] = policy.json.violations;
    expect([choice.field, choice.message]).toEqual([
      'status',
      expect.stringMatching(/^must be one of \w+, \w+/),
    ]);
    const bad = await put(
      contract('bad', {
        schema: [{ name: 's', properties: [{ name: 'p', logicalType: 'varchar' }] }],
      }),
    );
    expect(bad.json.violations[0].field).toBe('schema[0].properties[0].logicalType');
    expect(bad.json.violations[0].message).toMatch(/must be one of/);
  });

  it('refuses query values that Postgres cannot store', async () => {
    for (const query of [
      'teams?after=%00',
      'teams?q=a%00b',
      'events?subject=%00',
      'test-results?server=%00',
      'teams/checkout?version=9999999999',
    ]) {
      const answer = await api.send('GET', `/api/${query}`);
      expect([query, answer.status, answer.json.code]).toEqual([query, 400, 'bad_request']);
    }
  });

  it('says in one line what is wrong with a huge contract', async () => {
    const properties = Array.from({ length: 60_000 }, (_, index) => ({ name: index }));
    const answer = await put(contract('bad', { schema: [{ name: 's', properties }] }));
    expect([answer.status, answer.json.violations.length]).toEqual([422, 1]);
  });

  it('puts security headers on every answer', async () => {
    for (const path of ['/api/teams', '/nothing', '/health/live']) {
      const { headers } = await api.send('GET', path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  it('passes on a sensible request id and replaces another', async () => {
    const given = await api.send('GET', '/health/live', { headers: { 'x-request-id': 'abc-1' } });
    expect(given.headers.get('x-request-id')).toBe('abc-1');
    const odd = await api.send('GET', '/health/live', { headers: { 'x-request-id': '<script>' } });
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

it('refuses an address that cannot be parsed', async () => {
  for (const target of ['http://[', 'http://[::1']) {
    const { status, text } = await raw(`GET ${target}`);
    expect([status, text]).toEqual([400, expect.stringContaining('"code":"bad_request"')]);
  }
  expect((await raw(`GET http://127.0.0.1:${api.port}/health/live`)).status).toBe(200);
});
