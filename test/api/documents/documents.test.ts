import { readFileSync } from 'node:fs';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, team } from '../../support/builders/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(() => api.stop());

const yaml = { 'content-type': 'application/yaml' };

describe('PUT', () => {
  it('answers 200 with an empty body, location-html and an ETag, for creation and replacement alike', async () => {
    for (const name of ['First', 'Second']) {
      const answer = await api.send('PUT', '/api/teams/alpha', { body: team('alpha', { name }) });
      expect(answer.status).toBe(200);
      expect(answer.text).toBe('');
      expect(answer.headers.get('content-length')).toBe('0');
      expect(answer.headers.get('location-html')).toBe(`${api.address}/teams/alpha`);
    }
    const page = await api.send('GET', '/teams/alpha', { key: null });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
  });

  it('gives back the bytes that were sent, JSON and YAML', async () => {
    const text = `{ "kind":"DataContract", "apiVersion": "v3.1.0",\n "id": "bytes", "version":"1.0.0","status":"active","team":{"name":"checkout"},"description":{"purpose":"ü\\u00fc 1.0"}}`;
    await api.send('PUT', '/api/datacontracts/bytes', { body: text });
    expect((await api.send('GET', '/api/datacontracts/bytes')).text).toBe(text);

    const source = readFileSync('examples/orders.odcs.yaml', 'utf8');
    await api.send('PUT', '/api/datacontracts/orders', { body: source, headers: yaml });
    const read = await api.send('GET', '/api/datacontracts/orders/datacontract.yaml');
    expect(read.text).toBe(source);
    expect(read.headers.get('content-type')).toContain('application/yaml');
  });

  it('makes no revision and no event for equal content, but keeps the new text', async () => {
    await api.send('PUT', '/api/teams/same', { body: '{"id":"same","name":"S","type":"Team"}' });
    const before = await api.send('GET', '/api/teams/same');
    const again = await api.send('PUT', '/api/teams/same', {
      body: '{"type":"Team", "name":"S","id":"same"}',
    });
    expect(again.headers.get('etag')).toBe('"1.1"');
    const after = await api.send('GET', '/api/teams/same');
    expect([before.headers.get('etag'), after.headers.get('etag')]).toEqual(['"1"', '"1.1"']);
    expect(after.text).toBe('{"type":"Team", "name":"S","id":"same"}');
    const third = await api.send('PUT', '/api/teams/same', {
      body: '{"type":"Team", "name":"S","id":"same"}',
    });
    expect(third.headers.get('etag')).toBe('"1.1"');
    const events = await api.database.knex('events').where({ subject_id: 'same' });
    expect(events).toHaveLength(1);
  });

  it('keeps stored YAML when equal JSON comes, and drops it when the JSON differs', async () => {
    const source = `# a comment\napiVersion: v3.1.0\nkind: DataContract\nid: both\nversion: 1.0.0\nstatus: active\nteam: {name: checkout}\n`;
    await api.send('PUT', '/api/datacontracts/both', { body: source, headers: yaml });
    const json = (await api.send('GET', '/api/datacontracts/both')).json;
    await api.send('PUT', '/api/datacontracts/both', { body: json });
    expect((await api.send('GET', '/api/datacontracts/both/datacontract.yaml')).text).toBe(source);
    await api.send('PUT', '/api/datacontracts/both', { body: { ...json, version: '1.1.0' } });
    expect((await api.send('GET', '/api/datacontracts/both/datacontract.yaml')).text).toContain(
      'version: 1.1.0\n',
    );
  });

  it('fills in a missing id and removes duplicate members, and then sends no ETag', async () => {
    const answer = await api.send('PUT', '/api/teams/filled', {
      body: '{"name":"A","name":"B","type":"team"}',
    });
    expect(answer.headers.get('etag')).toBeNull();
    const read = await api.send('GET', '/api/teams/filled');
    expect(read.json).toEqual({ name: 'B', type: 'Team', id: 'filled' });
  });

  it('stores unknown members of a team, echoes them and names them', async () => {
    const answer = await api.send('PUT', '/api/teams/odd', {
      body: team('odd', { colour: 'blue', constructor: 1 }),
    });
    expect(answer.headers.get('x-catalog-warnings')).toContain('colour, constructor');
    expect((await api.send('GET', '/api/teams/odd')).json.colour).toBe('blue');
  });

  it('treats __proto__ as data', async () => {
    const body = '{"id":"proto","name":"P","type":"Team","custom":{"__proto__":"x"}}';
    expect((await api.send('PUT', '/api/teams/proto', { body })).status).toBe(200);
    expect((await api.send('GET', '/api/teams/proto')).text).toBe(body);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('conditional requests', () => {
  it('answers 304, 412 and lets If-Match take the tag of either text', async () => {
    const put = await api.send('PUT', '/api/datacontracts/cond', { body: contract('cond') });
    const etag = put.headers.get('etag') ?? '';
    const same = await api.send('GET', '/api/datacontracts/cond', {
      headers: { 'if-none-match': etag },
    });
    expect([same.status, same.text]).toEqual([304, '']);
    const stale = await api.send('PUT', '/api/datacontracts/cond', {
      body: contract('cond'),
      headers: { 'if-match': '"7"' },
    });
    expect([stale.status, stale.json.code]).toEqual([412, 'precondition_failed']);
    const fresh = await api.send('PUT', '/api/datacontracts/cond', {
      body: contract('cond', { version: '1.0.1' }),
      headers: { 'if-match': '"1-yaml"' },
    });
    expect(fresh.status).toBe(200);
    const exists = await api.send('PUT', '/api/datacontracts/cond', {
      body: contract('cond'),
      headers: { 'if-none-match': '*' },
    });
    expect(exists.status).toBe(412);
    const gone = await api.send('DELETE', '/api/datacontracts/cond', {
      headers: { 'if-match': '"1"' },
    });
    expect(gone.status).toBe(412);
  });

  it('lets exactly one of eight concurrent writers with the same If-Match through', async () => {
    const etag =
      (await api.send('PUT', '/api/teams/race', { body: team('race') })).headers.get('etag') ?? '';
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        api.send('PUT', '/api/teams/race', {
          body: team('race', { name: `N${index}` }),
          headers: { 'if-match': etag },
        }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      200, 412, 412, 412, 412, 412, 412, 412,
    ]);
  });

  it('refuses no concurrent write without If-Match: every one makes a revision', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        api.send('PUT', '/api/teams/all', { body: team('all', { name: `N${index}` }) }),
      ),
    );
    expect(answers.filter((answer) => answer.status !== 200)).toEqual([]);
    const versions = await api.send('GET', '/api/teams/all/versions');
    expect(versions.json).toHaveLength(60);
  });
});

describe('history and deletion', () => {
  it('keeps revisions: ?version=, ?asOf=, /versions', async () => {
    await api.send('PUT', '/api/datacontracts/hist', {
      body: contract('hist', { version: '1.0.0' }),
    });
    const between = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await api.send('PUT', '/api/datacontracts/hist', {
      body: contract('hist', { version: '2.0.0' }),
    });
    expect((await api.send('GET', '/api/datacontracts/hist?version=1')).json.version).toBe('1.0.0');
    expect((await api.send('GET', `/api/datacontracts/hist?asOf=${between}`)).json.version).toBe(
      '1.0.0',
    );
    expect((await api.send('GET', '/api/datacontracts/hist')).json.version).toBe('2.0.0');
    expect((await api.send('GET', '/api/datacontracts/hist?version=3')).status).toBe(404);
    expect((await api.send('GET', '/api/datacontracts/hist?asOf=yesterday')).status).toBe(400);
  });

  it('deletes, answers 404 afterwards, and never repeats an ETag when the id comes back', async () => {
    await api.send('PUT', '/api/datacontracts/del', { body: contract('del') });
    const deleted = await api.send('DELETE', '/api/datacontracts/del');
    expect([deleted.status, deleted.text]).toEqual([200, '']);
    expect((await api.send('GET', '/api/datacontracts/del')).status).toBe(404);
    expect((await api.send('DELETE', '/api/datacontracts/del')).status).toBe(404);
    const back = await api.send('PUT', '/api/datacontracts/del', { body: contract('del') });
    expect(back.headers.get('etag')).toBe('"3"');
    const versions = (await api.send('GET', '/api/datacontracts/del/versions')).json;
    expect(versions.map((entry: { deleted: boolean }) => entry.deleted)).toEqual([
      false,
      true,
      false,
    ]);
    expect((await api.send('GET', '/api/datacontracts/del?version=2')).status).toBe(404);
    expect((await api.send('GET', '/api/datacontracts/del?version=1')).status).toBe(200);
    const types = await api.database
      .knex('events')
      .where({ subject_id: 'del' })
      .orderBy('n')
      .pluck('type');
    expect(types).toEqual([
      'DataContractCreatedEvent',
      'DataContractDeletedEvent',
      'DataContractCreatedEvent',
    ]);
  });

  it('refuses to delete a team that owns something, and names it', async () => {
    await api.send('PUT', '/api/teams/owner', { body: team('owner') });
    await api.send('PUT', '/api/teams/child', { body: team('child', { parent: 'owner' }) });
    const answer = await api.send('DELETE', '/api/teams/owner');
    expect([answer.status, answer.json.code]).toEqual([422, 'in_use']);
    expect(answer.json.detail).toContain("team 'child'");
    await api.send('DELETE', '/api/teams/child');
    expect((await api.send('DELETE', '/api/teams/owner')).status).toBe(200);
  });

  it('never leaves a contract without its team when both are written at once', async () => {
    for (let round = 0; round < 10; round++) {
      const id = `shared-${round}`;
      await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
      const [put, remove] = await Promise.all([
        api.send('PUT', `/api/datacontracts/${id}`, { body: contract(id, { team: { name: id } }) }),
        api.send('DELETE', `/api/teams/${id}`),
      ]);
      expect([`${put.status} ${remove.status}`]).toEqual([
        expect.stringMatching(/^(200 422|422 200)$/),
      ]);
    }
  });
});

describe('ownership', () => {
  it('takes team.name, then the custom property owner, then domain', async () => {
    const owned = async (change: Record<string, unknown>) => {
      const answer = await api.send('PUT', '/api/datacontracts/owned', {
        body: contract('owned', { team: undefined, ...change }),
      });
      const head = await api.database.knex('documents').where({ id: 'owned' }).first('owner_id');
      return answer.status === 200 ? head.owner_id : answer.json.code;
    };
    await api.send('PUT', '/api/teams/sales', { body: team('sales') });
    expect(await owned({ team: { name: 'sales' } })).toBe('sales');
    expect(
      await owned({
        team: { name: 'nobody' },
        customProperties: [{ property: 'owner', value: 'checkout' }],
      }),
    ).toBe('checkout');
    expect(await owned({ domain: 'sales' })).toBe('sales');
    expect(await owned({})).toBe('ownership_missing');
    expect(await owned({ domain: 'nobody' })).toBe('ownership_missing');
  });

  it('says where to put the owner and which id is unknown', async () => {
    const without = await api.send('PUT', '/api/datacontracts/x', {
      body: contract('x', { team: undefined }),
    });
    expect(without.status).toBe(422);
    expect(without.json.detail).toMatch(/team\.name.*owner.*domain/);
    const unknown = await api.send('PUT', '/api/datacontracts/x', {
      body: contract('x', { team: { name: 'ghosts' } }),
    });
    expect(unknown.json.detail).toContain("'ghosts'");
  });

  it('lets no two teams become each other’s parent at once', async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = [`a${round}`, `b${round}`];
      for (const id of [a, b]) await api.send('PUT', `/api/teams/${id}`, { body: team(id) });
      const answers = await Promise.all([
        api.send('PUT', `/api/teams/${a}`, { body: team(a, { parent: b }) }),
        api.send('PUT', `/api/teams/${b}`, { body: team(b, { parent: a }) }),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    }
  });

  it('refuses unknown parents and circles of teams', async () => {
    await api.send('PUT', '/api/teams/top', { body: team('top') });
    await api.send('PUT', '/api/teams/low', { body: team('low', { parent: 'top' }) });
    expect(
      (await api.send('PUT', '/api/teams/top', { body: team('top', { parent: 'low' }) })).json.code,
    ).toBe('team_hierarchy_cycle');
    expect(
      (await api.send('PUT', '/api/teams/top', { body: team('top', { parent: 'top' }) })).json.code,
    ).toBe('team_hierarchy_cycle');
    expect(
      (await api.send('PUT', '/api/teams/new', { body: team('new', { parent: 'nowhere' }) })).json
        .code,
    ).toBe('unknown_reference');
  });
});

describe('lists', () => {
  it('pages by p with Link, by after without p, filters and counts', async () => {
    for (let index = 0; index < 5; index++) {
      await api.send('PUT', `/api/datacontracts/list-${index}`, {
        body: contract(`list-${index}`, {
          name: `Rivers ${index}`,
          tags: index < 2 ? ['wet'] : [],
          status: 'draft',
        }),
      });
    }
    const ids = (answer: { json: { id: string }[] }) => answer.json.map(({ id }) => id);
    const first = await api.send('GET', '/api/datacontracts?p=0&size=2&q=rivers');
    expect(ids(first)).toEqual(['list-0', 'list-1']);
    expect(first.headers.get('link')).toBe(
      `<${api.address}/api/datacontracts?p=1&size=2&q=rivers>; rel="next"`,
    );
    const last = await api.send('GET', '/api/datacontracts?p=2&size=2&q=rivers');
    expect([ids(last), last.headers.get('link')]).toEqual([['list-4'], null]);
    const keyset = await api.send('GET', '/api/datacontracts?size=3&q=riv');
    expect(keyset.headers.get('link')).toContain('after=list-2');
    expect(ids(await api.send('GET', '/api/datacontracts?size=3&q=riv&after=list-2'))).toEqual([
      'list-3',
      'list-4',
    ]);
    expect(ids(await api.send('GET', '/api/datacontracts?tag=wet&status=draft'))).toEqual([
      'list-0',
      'list-1',
    ]);
    expect(
      (await api.send('GET', '/api/datacontracts?q=rivers&size=1&count=true')).headers.get(
        'x-total-count',
      ),
    ).toBe('5');
    expect(
      ids(await api.send('GET', '/api/datacontracts?q=%27%20%7C%20!%26%3A*')),
    ).not.toHaveLength(0);
    expect(ids(await api.send('GET', '/api/datacontracts?teamId=sales&teamId=nobody'))).toEqual([
      'owned',
    ]);
  });

  it('finds teams by the e-mail address of a member, whatever its case', async () => {
    await api.send('PUT', '/api/teams/people', {
      body: team('people', { members: [{ emailAddress: 'Ada@Example.com', role: 'Owner' }] }),
    });
    expect(
      (await api.send('GET', '/api/teams?p=0&email=ada@example.COM')).json.map(
        (t: { id: string }) => t.id,
      ),
    ).toEqual(['people']);
    expect((await api.send('GET', '/api/teams?email=nobody@example.com')).text).toBe('[]');
  });

  it('ends a page that would be too large, and goes on behind it', async () => {
    const text = 'x'.repeat(4.9 * 1024 * 1024);
    for (let index = 0; index < 15; index++) {
      const body = contract(`large-${index}`, { tags: ['large'], description: { purpose: text } });
      expect((await api.send('PUT', `/api/datacontracts/large-${index}`, { body })).status).toBe(
        200,
      );
    }
    const first = await api.send('GET', '/api/datacontracts?tag=large');
    expect(first.json.length).toBeLessThan(15);
    const next = /<http:\/\/[^/]+([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await api.send('GET', next);
    expect(first.json.length + second.json.length).toBe(15);
    expect((await api.send('GET', '/api/datacontracts?tag=large&p=0')).status).toBe(400);
  });

  it('refuses impossible pages and explains', async () => {
    for (const query of ['p=-1', 'size=0', 'size=1000000000', 'p=abc', 'p=1.5']) {
      expect([query, (await api.send('GET', `/api/teams?${query}`)).status]).toEqual([query, 400]);
    }
    const deep = await api.send('GET', '/api/teams?p=1001&size=1000');
    expect([deep.status, deep.json.detail]).toEqual([400, expect.stringContaining('after=')]);
  });
});
