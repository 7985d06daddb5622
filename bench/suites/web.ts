import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { accesses, fillAccesses } from '../data/access-rows.ts';
import { fillLargeDocuments, neighbours } from '../data/large-documents.ts';
import { contracts, createCatalog, products } from '../data/search-rows.ts';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';

const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const rounds = 5;

/** What a page says about itself: it runs before the scripts of the page. */
const observers = `
  globalThis.largest = 0;
  new PerformanceObserver((list) => { for (const each of list.getEntries()) globalThis.largest = each.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  globalThis.interactions = [];
  new PerformanceObserver((list) => { for (const each of list.getEntries()) globalThis.interactions.push(each.duration); })
    .observe({ type: 'event', durationThreshold: 16, buffered: true });`;

/** Measures the pages in Chromium, without a cache, over a catalog of 110,000 documents. */
export async function benchWeb(servers: BenchServers): Promise<Figure[]> {
  const program = programs.find((place) => existsSync(place));
  if (program === undefined) {
    process.stderr.write('web: skipped, because no Chromium is installed\n');
    return [];
  }
  await fillCatalog(servers.databaseUrl);
  const api = await startProcess('bench/processes/our-server.js', {
    DATABASE_URL: servers.databaseUrl,
  });
  const baseURL = `http://127.0.0.1:${(api.ready as AddressInfo).port}`;
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
  try {
    return await measure(browser, { baseURL, key: servers.key });
  } finally {
    await browser.close();
    await api.stop();
  }
}

async function measure(
  browser: Browser,
  place: { baseURL: string; key: string },
): Promise<Figure[]> {
  await fillLargeDocuments(place);
  const starts: Start[] = [];
  for (let round = 0; round < rounds; round++) starts.push(await startHome(browser, place));
  const context = await openContext(browser, place);
  try {
    const page = await context.newPage();
    return [
      ...startFigures(starts),
      ...(await readFigures(context)),
      await searchFigure(page),
      ...(await requestFigures(context)),
      await graphFigure(page),
      ...(await inputFigures(page)),
    ];
  } finally {
    await context.close();
  }
}

async function fillCatalog(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select id from organizations');
    const organizationId = rows[0]?.id ?? '';
    await createCatalog(client, organizationId);
    await fillAccesses(client, organizationId);
    // Otherwise Postgres still writes the catalog to disk while the pages are measured.
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

async function openContext(
  browser: Browser,
  { baseURL, key }: { baseURL: string; key: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  await context.addInitScript(observers);
  await context.request.post('/ui/session', { data: { apiKey: key } });
  return context;
}

type Start = { largestMs: number; scriptBytes: number; files: number };

/** Opens the home page in a browser that has nothing of it yet. */
async function startHome(
  browser: Browser,
  place: { baseURL: string; key: string },
): Promise<Start> {
  const context = await openContext(browser, place);
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('.hit h3').first().waitFor();
  await page.waitForLoadState('networkidle');
  const start = await page.evaluate<Start>(`(() => {
    const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/web/'));
    const scripts = files.filter(({ name }) => name.endsWith('.js'));
    return { largestMs: largest, files: files.length, scriptBytes: scripts.reduce((sum, each) => sum + each.encodedBodySize, 0) };
  })()`);
  await context.close();
  return start;
}

function startFigures(starts: readonly Start[]): Figure[] {
  const [first] = starts;
  const bytes = first?.scriptBytes ?? Number.NaN;
  const what = 'Home page in Chromium without a cache';
  return [
    figure(`${what}: its script, compressed`, bytes / 1_000, 250, 'kB'),
    figure(`${what}: files of all kinds`, first?.files ?? Number.NaN, undefined, ''),
    figure(
      `${what}: largest contentful paint, median of ${rounds}`,
      median(starts.map(({ largestMs }) => largestMs)),
      1_500,
    ),
  ];
}

/** What the frame of each page and the home page read, for an operator, who is shown everything. */
async function readFigures({ request }: BrowserContext): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of ['/ui/me', '/ui/todo', '/ui/notices']) {
    const times: number[] = [];
    for (let round = 0; round < 4 * rounds; round++) {
      const start = performance.now();
      const answer = await request.get(path);
      if (!answer.ok()) throw new Error(`${path}: ${answer.status()}`);
      times.push(performance.now() - start);
    }
    const of = `${(contracts + products).toLocaleString('en')} documents and ${accesses.toLocaleString('en')} accesses`;
    figures.push(figure(`GET ${path} with ${of}, median`, median(times), undefined));
  }
  return figures;
}

/** From the request of a search until its results are in the page. */
async function searchFigure(page: Page): Promise<Figure> {
  await page.goto('/');
  await page.locator('.hit h3').first().waitFor();
  const times: number[] = [];
  for (const words of ['catalog', 'contract', 'bench', 'team', 'catalog bench', 'data']) {
    const results = page.waitForRequest((request) => {
      const { searchParams } = new URL(request.url());
      return searchParams.get('query') === words && searchParams.get('size') !== '0';
    });
    await page.getByRole('searchbox').first().fill(words);
    const request = await results;
    await page.locator('.hits[aria-busy="true"]').waitFor({ state: 'detached' });
    await request.response();
    times.push(
      await page.evaluate<number>(`new Promise((resolve) => requestAnimationFrame(() => {
        const sent = performance.getEntriesByType('resource').filter(({ name }) => name.includes('size=25')).at(-1);
        resolve(performance.now() - sent.startTime);
      }))`),
    );
  }
  const documents = (contracts + products).toLocaleString('en');
  return figure(
    `Search of ${documents} documents in the page: request to paint, median`,
    median(times),
    150,
  );
}

const pages = [
  '/',
  '/?q=bench',
  '/dataproducts/bench-hub',
  '/dataproducts/bench-hub/quality',
  '/dataproducts/bench-hub/lineage',
  '/dataproducts/bench-hub/ports/bench-wide',
  '/datacontracts/bench-wide',
  '/datacontracts/bench-wide/tests',
  '/datacontracts/bench-wide/versions',
  '/me/access',
  '/inbox',
  '/teams',
  '/me/sessions',
];

/** Requests to the API of the page that makes most of them. */
async function requestFigures(context: BrowserContext): Promise<Figure[]> {
  const counts: { path: string; count: number }[] = [];
  for (const path of pages) {
    const page = await context.newPage();
    await page.goto(path);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    const count = await page.evaluate<number>(
      `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/ui/')).length`,
    );
    counts.push({ path, count });
    await page.close();
  }
  const most = counts.toSorted((a, b) => b.count - a.count)[0];
  return [
    figure(
      `Requests of the page that makes most of ${pages.length} (${most?.path})`,
      most?.count ?? Number.NaN,
      8,
      '',
    ),
  ];
}

/** From the answer of the lineage until its graph is in the page. */
async function graphFigure(page: Page): Promise<Figure> {
  await page.goto('/dataproducts/bench-hub/lineage');
  await page.locator('[aria-label^="Graph of"]').waitFor();
  const tookMs = await page.evaluate<number>(`new Promise((resolve) => requestAnimationFrame(() => {
    const asked = performance.getEntriesByType('resource').find(({ name }) => name.includes('/lineage'));
    resolve(performance.now() - asked.responseEnd);
  }))`);
  return figure(`Graph of ${2 * neighbours} products around one: answer to paint`, tookMs, 1_000);
}

type Input = { what: string; path: string; ready: string; act: (page: Page) => Promise<void> };

const inputs: readonly Input[] = [
  {
    what: 'Typing into the filter of a contract of 1,000 fields',
    path: '/datacontracts/bench-wide?view=table',
    ready: 'table',
    act: (page) => page.locator('main input').first().pressSequentially('column_99', { delay: 60 }),
  },
  {
    what: 'Typing into the filter of 500 teams',
    path: '/teams',
    ready: 'main li',
    act: (page) => page.locator('main input').first().pressSequentially('team', { delay: 60 }),
  },
  {
    what: 'Typing into the search of the catalog',
    path: '/',
    ready: '.hit h3',
    act: (page) => page.getByRole('searchbox').first().pressSequentially('catalog', { delay: 60 }),
  },
];

/** The longest time from an input until its paint, of typing. */
async function inputFigures(page: Page): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { what, path, ready, act } of inputs) {
    await page.goto(path);
    await page.locator(ready).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate('interactions.length = 0');
    await act(page);
    await page.waitForLoadState('networkidle');
    const durations = await page.evaluate<number[]>('interactions');
    // Shorter ones than 16 ms are not reported.
    figures.push(figure(`${what}: input to paint, the longest`, Math.max(16, ...durations), 100));
  }
  return figures;
}

function figure(what: string, value: number, most: number | undefined, unit = 'ms'): Figure {
  const written = unit === 'ms' ? value.toFixed(0) : String(Math.round(value * 10) / 10);
  return {
    what,
    ours: `${written} ${unit}`.trim(),
    limit: '–',
    ratio: undefined,
    demand: most === undefined ? 'none' : `≤ ${most} ${unit}`.trim(),
    met: most === undefined || value <= most,
  };
}
