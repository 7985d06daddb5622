import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parseYaml } from '../../lib/yaml.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const get = (at: string, headers: Record<string, string> = {}) =>
  api.send('GET', at, { key: null, headers });

it('/openapi.yaml says the same as /openapi.json', async () => {
  const [json, yaml] = [await get('/openapi.json'), await get('/openapi.yaml')];
  expect(yaml.headers.get('content-type')).toMatch(/^application\/yaml/);
  const parsed = await parseYaml(yaml.text);
  expect(JSON.parse('json' in parsed ? (parsed.json as string) : 'null')).toEqual(json.json);
  expect(json.json.paths).toHaveProperty(['/openapi.yaml']);
});

it('is found at the address of the service', async () => {
  const answer = await fetch(`${api.address}/`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs']);
  expect((await fetch(`${api.address}/`)).status).toBe(200);
});

it.each([
  ['/docs', 'text/html; charset=utf-8'],
  ['/docs/messaging', 'text/html; charset=utf-8'],
  ['/docs/explorer.css', 'text/css; charset=utf-8'],
  ['/docs/explorer.js', 'text/javascript; charset=utf-8'],
  ['/docs/elements.mjs', 'text/javascript; charset=utf-8'],
  ['/docs/request.mjs', 'text/javascript; charset=utf-8'],
])('%s loads nothing from elsewhere and runs nothing that stands in the page', async (at, type) => {
  const { status, headers, text } = await get(at);
  expect([status, headers.get('content-type')]).toEqual([200, type]);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(text).not.toMatch(
    /https?:\/\/|innerHTML|<script(?! type="module" src="\/docs\/)|\son\w+="/,
  );
});

it('other answers keep the strict policy', async () => {
  const { headers } = await get('/openapi.json');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
});

const browser = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (file) => existsSync(file),
);
const inBrowser = browser ? it : it.skip;

/** The page after its script has run. */
async function rendered(at: string): Promise<string> {
  const profile = mkdtempSync(path.join(tmpdir(), 'concordat-explorer-'));
  try {
    const options = [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      `--user-data-dir=${profile}`,
      '--virtual-time-budget=10000',
      '--window-size=1280,1000',
    ];
    const all = [...options, '--dump-dom', api.address + at];
    const { stdout } = await promisify(execFile)(browser ?? '', all, { maxBuffer: 50_000_000 });
    return stdout;
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

inBrowser(
  `shows every operation${browser ? '' : ' (skipped: there is no Chromium on this machine)'}`,
  async () => {
    const text = await rendered('/docs#putApiDatacontractsId');
    const { paths } = (await get('/openapi.json')).json;
    const count = Object.values(paths).flatMap((methods: any) => Object.keys(methods)).length;
    expect(text.match(/<details class="operation"/g)).toHaveLength(count);
    expect(text).toContain('Create or replace a data contract');
    // The one that the address names is open, with its form.
    expect(text).toContain('<textarea aria-label="body"');
    expect(text).toContain('Needs of the key: RESOURCES_ADD, RESOURCES_EDIT');
    expect(text).toContain('Copy as curl');
  },
  60_000,
);

inBrowser(
  `shows messaging with its forms${browser ? '' : ' (skipped: there is no Chromium on this machine)'}`,
  async () => {
    const text = await rendered('/docs/messaging#putV1MessagesId');
    const { paths } = (await get('/v1/openapi.json')).json;
    const count = Object.values(paths).flatMap((methods: any) => Object.keys(methods)).length;
    expect(text.match(/<details class="operation"/g)).toHaveLength(count);
    expect(text).toContain('Needs the token of a contact');
    expect(text).not.toContain('<option>multipart/form-data');
    expect(text).toContain('server-sent events <code>message.created</code>');
    expect(text).not.toMatch(/<(summary|small|span)[^>]*>[^<]*`/);
    expect(await rendered('/docs/messaging#postV1Attachments')).toContain(
      '<input type="file" aria-label="file">',
    );
    expect(text).toContain('404 · There is nothing of this id that you take part in');
  },
  60_000,
);
