import { documentKinds } from '../../../../domain/kinds/index.ts';
import { startApi } from '../../../support/http/api.ts';
import type { TestApi } from '../../../support/http/api.ts';
import { contract, team } from '../../../support/builders/contracts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/datacontracts/orders', { body: contract('orders') });
});
afterAll(() => api.stop());

const get = (path: string, headers: Record<string, string> = {}, key: string | null = null) =>
  api.send('GET', path, { headers, key });

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('without a key', () => {
  it.each(documentKinds)('the page of a $title is there, and leads to the API', async (kind) => {
    for (const path of [`/${kind.collection}/some-id`, `/acme/${kind.collection}/some-id`]) {
      const { status, headers, text } = await get(path, html);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(text).toContain(`href="/api/${kind.collection}/some-id"`);
      expect(text).toContain('with an API key');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('answers the YAML below the address that location-html names', async () => {
    const source = `id: below # a comment\napiVersion: v3.1.0\nkind: DataContract\nversion: 1.0.0\nstatus: active\nteam: { name: checkout }\n`;
    await api.send('PUT', '/api/teams/checkout', {
      body: { id: 'checkout', name: 'C', type: 'Team' },
    });
    const { headers } = await api.send('PUT', '/api/datacontracts/below', {
      body: source,
      headers: { 'content-type': 'application/yaml' },
    });
    const page = new URL(headers.get('location-html') ?? '').pathname;
    const read = await api.send('GET', `${page}/datacontract.yaml`);
    expect([read.status, read.text]).toEqual([200, source]);
    expect(read.headers.get('content-type')).toContain('application/yaml');
    expect((await api.send('GET', `${page}/datacontract.yaml`, { key: null })).status).toBe(403);
  });

  it('answers the YAML of a product below the address that location-html names', async () => {
    const id = 'urn:dataproduct:checkout:orders';
    const source = `id: ${id} # a comment\napiVersion: v1.0.0\nkind: DataProduct\nstatus: active\nteam: { name: checkout }\n`;
    const { headers } = await api.send('PUT', `/api/dataproducts/${encodeURIComponent(id)}`, {
      body: source,
      headers: { 'content-type': 'application/yaml' },
    });
    const page = new URL(headers.get('location-html') ?? '').pathname;
    const read = await api.send('GET', `${page}/dataproduct.yaml`);
    expect([read.status, read.text]).toEqual([200, source]);
  });

  it('is what location-html names', async () => {
    const { headers } = await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
    const address = headers.get('location-html') ?? '';
    expect((await get(address.slice(api.address.length), html)).text).toContain('Team checkout');
  });

  it('does not tell whether the document or the organization exists', async () => {
    const shown = async (path: string) =>
      (await get(path, html)).text.replaceAll(/orders|unknown/g, 'X');
    expect(await shown('/datacontracts/orders')).toBe(await shown('/datacontracts/unknown'));
    expect(await shown('/test/datacontracts/orders')).toBe(
      await shown('/none/datacontracts/unknown'),
    );
    const { text } = await get('/datacontracts/orders', { accept: 'application/json' });
    expect(text).toContain('<!doctype html>');
    expect(text).not.toContain('Contract orders');
    const yaml = await get('/test/datacontracts/orders/datacontract.yaml');
    expect([yaml.status, yaml.json.code]).toEqual([403, 'api_key_missing']);
  });

  it('shows any id as text only', async () => {
    const id = `<script>alert("1")</script>&'ü`;
    const { status, text } = await get(`/teams/${encodeURIComponent(`x${id}`)}`, html);
    expect(status).toBe(422);
    const shown = await get(`/teams/${encodeURIComponent(id.replaceAll('/', '|'))}`, html);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;|script&gt;&amp;&#39;ü');
    for (const each of [text, shown.text]) expect(each).not.toContain('<script>');
  });

  it('is not there for what is no collection, and only to be read', async () => {
    expect((await get('/planets/mars', html)).json.code).toBe('not_found');
    expect((await get('/acme/planets/mars', html)).json.code).toBe('not_found');
    const posted = await api.send('POST', '/acme/teams/x', { body: {} });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('with a key', () => {
  it.each(['/datacontracts/orders', '/test/datacontracts/orders'])(
    '%s gives the document as Accept asks for it',
    async (path) => {
      const yaml = await get(path, { accept: 'application/yaml' }, api.key);
      const same = await get('/api/datacontracts/orders/datacontract.yaml', {}, api.key);
      expect([yaml.status, yaml.headers.get('content-type'), yaml.text]).toEqual([
        200,
        same.headers.get('content-type'),
        same.text,
      ]);
      expect(yaml.headers.get('etag')).toBe(same.headers.get('etag'));
      expect(yaml.headers.get('vary')).toContain('accept');
      const etag = yaml.headers.get('etag') ?? '';
      const again = { accept: 'application/yaml', 'if-none-match': etag };
      expect((await get(path, again, api.key)).status).toBe(304);
      for (const accept of ['application/json', '*/*', 'application/json, text/html;q=0.5']) {
        expect((await get(path, { accept }, api.key)).json).toEqual(contract('orders'));
      }
      expect((await get(path, html, api.key)).text).toContain('<!doctype html>');
    },
  );

  it('answers the YAML of contracts below the name of the organization', async () => {
    const { status, text } = await get('/test/datacontracts/orders/datacontract.yaml', {}, api.key);
    expect([status, text]).toEqual([200, expect.stringContaining('kind: DataContract')]);
  });

  it('gives nothing of other organizations, nor below their name', async () => {
    const organizationId = await api.newOrganization('other');
    const { text: theirs } = await api.newKey('organization', { organizationId });
    const json = { accept: 'application/json' };
    expect((await get('/datacontracts/orders', json, theirs)).status).toBe(404);
    expect((await get('/test/datacontracts/orders', json, theirs)).status).toBe(404);
    const [existing, missing] = await Promise.all(
      ['other', 'unknown'].map((name) => get(`/${name}/datacontracts/orders`, json, api.key)),
    );
    expect([existing?.status, missing?.status]).toEqual([404, 404]);
    const detail: string = existing?.json.detail;
    expect(detail).toContain("'other' is not the vanity name of the organization of this key");
    // The answer does not tell whether that organization exists.
    expect(missing?.json.detail).toBe(detail.replace('other', 'unknown'));
    const unknown = await get('/test/datacontracts/unknown', json, api.key);
    expect([unknown.status, unknown.json.detail]).toEqual([
      404,
      expect.not.stringContaining('vanity'),
    ]);
    expect((await get('/datacontracts/orders', json, 'ck_o_unknown0_x')).json.code).toBe(
      'api_key_invalid',
    );
  });
});
