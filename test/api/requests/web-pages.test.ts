import { gzipSync } from 'node:zlib';
import type { WebFiles } from '../../../api/web/web-files.ts';
import { routes } from '../../../api/routes/index.ts';
import { pageWords, serviceWords } from '../../../domain/organizations/reserved-names.ts';
import { createOrganization } from '../../../commands/organizations/create-organization.ts';
import { team } from '../../support/builders/contracts.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

const script = Buffer.from('console.log("a script")');

/** A built web UI as Vite leaves it, but small. */
const web: WebFiles = {
  index: '<!doctype html><meta property="csp-nonce" nonce="__NONCE__"><title>Concordat</title>',
  build: 'b1',
  files: new Map([
    [
      '/web/index-4f2a.js',
      { type: 'text/javascript; charset=utf-8', plain: script, gzip: gzipSync(script) },
    ],
  ]),
};

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ web });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterAll(() => api.stop());

const get = (path: string, headers: Record<string, string> = html) =>
  api.send('GET', path, { key: null, headers });

describe('pages', () => {
  it.each([
    '/',
    '/teams/checkout',
    '/inbox',
    '/sign-in?return=/inbox',
    '/test/dataproducts/orders',
  ])('answers navigation to %s with the web UI, also without a session', async (path) => {
    const page = await get(path);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(page.text).toContain('<title>Concordat</title>');
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('puts a nonce that no other answer has into page and policy', async () => {
    const nonces = await Promise.all(
      ['/', '/'].map(async (path) => {
        const { text, headers } = await get(path);
        const [, nonce = ''] = /nonce="([^"]+)"/.exec(text) ?? [];
        expect(headers.get('content-security-policy')).toBe(
          `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
        );
        return nonce;
      }),
    );
    expect(nonces[0]).toMatch(/^[\w-]{22}$/);
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('answers unknown addresses with the page that says so', async () => {
    const page = await get('/nothing/here');
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('Concordat')]);
  });

  it('gives programs documents at the same addresses', async () => {
    const json = await api.send('GET', '/teams/checkout', { headers: { accept: '*/*' } });
    expect([json.status, json.json.id]).toEqual([200, 'checkout']);
    const root = await fetch(api.address, { redirect: 'manual' });
    expect([root.status, root.headers.get('location')]).toEqual([302, '/docs']);
  });

  it.each(['/api/teams/checkout', '/ui/me', '/v1/contacts', '/docs', '/openapi.json', '/metrics'])(
    'leaves %s to its route',
    async (path) => {
      const answer = await get(path);
      expect(answer.text).not.toContain('csp-nonce');
    },
  );

  it('names the build in the answers that pages read', async () => {
    const answers = await Promise.all(
      ['/ui/session', '/ui/api/teams', '/'].map((path) => get(path)),
    );
    expect(answers.map(({ headers }) => headers.get('x-concordat-build'))).toEqual([
      'b1',
      'b1',
      'b1',
    ]);
    const other = await api.send('GET', '/api/teams/checkout');
    expect(other.headers.get('x-concordat-build')).toBeNull();
  });

  it('sends no body for HEAD, and leaves other methods to the routes', async () => {
    const head = await api.send('HEAD', '/inbox', { key: null, headers: html });
    expect([head.status, head.text]).toEqual([200, '']);
    const post = await api.send('POST', '/inbox', { key: null, headers: html });
    expect(post.status).toBe(404);
  });
});

describe('files of the pages', () => {
  it('are sent as they were compressed, and kept for a year', async () => {
    for (const [accept, encoding] of [
      ['gzip, br', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await fetch(`${api.address}/web/index-4f2a.js`, {
        headers: { 'accept-encoding': accept },
      });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('vary')).toBe('accept-encoding');
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(await response.text()).toBe(script.toString());
    }
  });

  it('that this build does not have are not found, whatever the browser accepts', async () => {
    for (const path of ['/web/index-old.js', '/web/..%2f..%2fpackage.json', '/web/']) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });
});

describe('reserved names', () => {
  it('cover the first words of all routes', () => {
    const words = routes.map(({ path }) => path.split('/')[1] ?? '');
    const known: readonly string[] = [...pageWords, ...serviceWords, '', ':organization'];
    expect(words.filter((word) => !known.includes(word))).toEqual([]);
  });

  it.each(['api', 'dataproducts', 'sign-in', 'web'])(
    'refuses an organization with the name %s',
    async (vanity) => {
      const made = createOrganization(api.database, {
        name: 'Other',
        vanity,
        withKey: false,
        createdBy: 'system',
        now: new Date(),
      });
      await expect(made).rejects.toThrow(/is reserved/);
    },
  );
});
