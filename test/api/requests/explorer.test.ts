import { existsSync } from 'node:fs';
import { explorerStyle } from '../../../api/explorer/page.ts';
import { parseYaml } from '../../../lib/yaml/yaml.ts';
import { openPage } from '../../support/http/browser.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

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
  const parsed = parseYaml(yaml.text);
  expect(JSON.parse('json' in parsed ? (parsed.json as string) : 'null')).toEqual(json.json);
  expect(json.json.paths).toHaveProperty(['/openapi.yaml']);
});

it.each(['/openapi.json', '/openapi.yaml', '/v1/openapi.json', '/openapi-ui.json'])(
  '%s is compressed, and not sent again to those who have it',
  async (at) => {
    const identity = await get(at, { 'accept-encoding': 'identity' });
    expect(identity.headers.get('content-encoding')).toBeNull();
    expect(identity.headers.get('vary')).toBe('accept-encoding');
    const packed = await get(at, { 'accept-encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.text).toBe(identity.text);
    const length = Number(packed.headers.get('content-length'));
    expect(length).toBeLessThan(Buffer.byteLength(identity.text) / 5);
    const tags = [identity, packed].map(({ headers }) => headers.get('etag') ?? '');
    expect(tags[0]).not.toBe(tags[1]);
    for (const [index, encoding] of ['identity', 'gzip'].entries()) {
      const headers = { 'accept-encoding': encoding, 'if-none-match': tags[index] ?? '' };
      const again = await get(at, headers);
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tags[index]]);
    }
  },
);

/** Relative luminance (WCAG 2). */
function luminance(color: string): number {
  const hex = color.length === 4 ? color.replaceAll(/[0-9a-f]/g, '$&$&') : color;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const color = (name: string): string => {
    const [, both, light = '', dark = ''] =
      new RegExp(`--${name}: (?:(#\\w+)|light-dark\\((#\\w+), (#\\w+)\\));`).exec(explorerStyle) ??
      [];
    return both ?? (theme === 'light' ? light : dark);
  };
  // Canvas, as Chromium paints it.
  const canvas = theme === 'light' ? '#ffffff' : '#121212';

  it.each(['ink', 'faint', 'link', 'bad'])('--%s can be read (AA)', (name) => {
    for (const ground of [canvas, color('soft')])
      expect(contrast(color(name), ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['get', 'put', 'post', 'delete'])('white on --%s can be read (AA)', (name) => {
    expect(contrast('#ffffff', color(name))).toBeGreaterThanOrEqual(4.5);
  });

  it('edges of inputs can be seen (AA)', () => {
    expect(contrast(color('edge'), canvas)).toBeGreaterThanOrEqual(3);
  });
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

it.each(['/docs', '/docs/messaging'])('no id of %s can be that of an operation', async (at) => {
  const ids = [...(await get(at)).text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['page-search', 'page-key', 'page-tags', 'page-operations']);
  // An operationId has no hyphen (test/unit/api/openapi.test.ts).
});

const browser = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (file) => existsSync(file),
);
const inBrowser = browser ? it : it.skip;

/** Waits in the page until the expression is true. */
const settled = (expression: string): string =>
  `new Promise((resolve) => { const look = () => (${expression}) ? resolve(true) : setTimeout(look, 20); look(); })`;

/** The page once its script has opened the operation that the address names. */
async function rendered(at: string): Promise<string> {
  const page = await openPage(browser ?? '', api.address + at, 1280);
  try {
    await page.evaluate(settled("document.querySelector('details.operation[open] button.main')"));
    return await page.evaluate('document.documentElement.outerHTML');
  } finally {
    await page.close();
  }
}

inBrowser(
  `shows every operation${browser ? '' : ' (skipped: there is no Chromium on this machine)'}`,
  async () => {
    const text = await rendered('/docs#putDataContract');
    const { paths } = (await get('/openapi.json')).json;
    const count = Object.values(paths).flatMap((methods: any) => Object.keys(methods)).length;
    expect(text.match(/<details class="operation"/g)).toHaveLength(count);
    expect(text).toContain('Create or replace a data contract');
    // The one that the address names is open, with its form.
    expect(text).toContain('<textarea aria-label="body"');
    expect(text).toContain('permission <code>RESOURCES_ADD</code> or <code>RESOURCES_EDIT</code>');
    expect(text).toContain('Copy as curl');
  },
  60_000,
);

inBrowser(
  `shows messaging with its forms${browser ? '' : ' (skipped: there is no Chromium on this machine)'}`,
  async () => {
    const text = await rendered('/docs/messaging#putMessage');
    const { paths } = (await get('/v1/openapi.json')).json;
    const count = Object.values(paths).flatMap((methods: any) => Object.keys(methods)).length;
    expect(text.match(/<details class="operation"/g)).toHaveLength(count);
    expect(text).toContain('Needs the token of a contact.');
    expect(text).not.toContain('<option>multipart/form-data');
    expect(text).toContain('server-sent events <code>message.created</code>');
    expect(text).not.toMatch(/<(summary|small|span)[^>]*>[^<]*`/);
    expect(await rendered('/docs/messaging#createAttachment')).toContain(
      '<input type="file" aria-label="file">',
    );
    expect(text).toContain('404 · There is no object with this id that you have access to');
  },
  60_000,
);

inBrowser.each([1440, 375])(
  `tries an operation in a window of %s px${browser ? '' : ' (skipped: there is no Chromium on this machine)'}`,
  async (width) => {
    const page = await openPage(browser ?? '', `${api.address}/docs`, width);
    try {
      await page.evaluate(settled("document.querySelector('details.operation')"));
      await page.evaluate("document.querySelector('#putTeam > summary').click()");
      await page.evaluate(settled("document.querySelector('#putTeam textarea')"));
      expect(await page.evaluate('location.hash')).toBe('#putTeam');
      const inputs = "[...document.querySelectorAll('#putTeam td > *[aria-label]')]";
      expect(
        await page.evaluate(`${inputs}.map((each) => [each.ariaLabel, each.tagName, each.value])`),
      ).toEqual([
        ['id', 'INPUT', 'checkout'],
        ['dryRun', 'SELECT', ''],
        ['If-Match', 'INPUT', ''],
        ['If-None-Match', 'INPUT', ''],
      ]);
      // Nothing is wider than the window.
      expect(
        await page.evaluate(
          'document.documentElement.scrollWidth <= document.documentElement.clientWidth',
        ),
      ).toBe(true);
      await page.evaluate(`document.getElementById('page-key').value = ${JSON.stringify(api.key)}`);
      await page.evaluate('scrollTo(0, 0)');
      await page.evaluate("document.querySelector('#putTeam button.main').click()");
      await page.evaluate(settled("document.querySelector('#putTeam .output .ok')"));
      const top = await page.evaluate<number>(
        "document.querySelector('#putTeam .output .ok').getBoundingClientRect().top",
      );
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top).toBeLessThan(800);
      expect((await api.send('GET', '/api/teams/checkout')).status).toBe(200);
      await page.evaluate("location.hash = '#listTeams'");
      await page.evaluate(settled("document.getElementById('listTeams').open"));
      expect(
        await page.evaluate("document.querySelector('#listTeams [aria-label=sort]').tagName"),
      ).toBe('SELECT');
    } finally {
      await page.close();
    }
  },
  60_000,
);

inBrowser(
  `demands what an operation requires${browser ? '' : ' (skipped: there is no Chromium on this machine)'}`,
  async () => {
    const page = await openPage(browser ?? '', `${api.address}/docs#explainPermission`, 1280);
    try {
      await page.evaluate(
        settled("document.querySelector('#explainPermission.operation[open] button.main')"),
      );
      const rows =
        "[...document.querySelectorAll('#explainPermission tr')].map((row) => row.textContent.split('query')[0])";
      expect(await page.evaluate(rows)).toEqual(
        expect.arrayContaining(['resource *', 'email', 'team']),
      );
      await page.evaluate("location.hash = '#getTeam'");
      await page.evaluate(settled("document.querySelector('#getTeam button.main')"));
      const input = "document.querySelector('#getTeam [aria-label=id]')";
      const state = `[${input}.required, ${input}.ariaInvalid, document.activeElement === ${input}]`;
      await page.evaluate(
        'globalThis.sent = []; const send = globalThis.fetch; globalThis.fetch = (at, options) => { sent.push(at); return send(at, options); }',
      );
      expect(await page.evaluate(state)).toEqual([true, null, false]);
      for (const button of ['.main', ':not(.main)']) {
        await page.evaluate(`document.querySelector('#getTeam .buttons button${button}').click()`);
        expect(await page.evaluate(state)).toEqual([true, 'true', true]);
        expect(await page.evaluate("document.querySelector('#getTeam .output').textContent")).toBe(
          'Nothing was sent. Fill in the required parameters: id (path).',
        );
      }
      await page.evaluate(`${input}.value = 'nowhere'`);
      await page.evaluate("document.querySelector('#getTeam button.main').click()");
      expect(await page.evaluate(state)).toEqual([true, null, expect.anything()]);
      expect(await page.evaluate('sent')).toEqual([`${api.address}/api/teams/nowhere`]);
    } finally {
      await page.close();
    }
  },
  60_000,
);
