import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext } from 'playwright-core';
import { createApiKey } from '../../commands/keys/create-api-key.ts';
import { connectDatabase } from '../../db/connect.ts';
import { createLog } from '../../lib/log.ts';
import { accesses, reader } from '../data/access-rows.ts';
import { fillConflicts } from '../data/conflicts.ts';
import { fillCatalog } from '../data/fill-catalog.ts';
import { fillLargeDocuments } from '../data/large-documents.ts';
import { contracts, products } from '../data/search-rows.ts';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';
import { inputFigures } from '../web/input.ts';
import { mergeFigures } from '../web/merge.ts';
import { graphFigure, requestFigures, searchFigure } from '../web/pages.ts';
import { chromiumProgram, figure, openContext } from '../web/window.ts';
import type { Place } from '../web/window.ts';

const rounds = 5;

/** Measures the pages in Chromium, without a cache, over a catalog of 110,000 documents. */
export async function benchWeb(servers: BenchServers): Promise<Figure[]> {
  const program = chromiumProgram();
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
    const operator = { baseURL, key: servers.key };
    const ofReader = { baseURL, key: await readerKey(servers.databaseUrl) };
    return [
      ...(await measure(browser, operator)),
      ...(await inputFigures(browser, { operator, reader: ofReader })),
    ];
  } finally {
    await browser.close();
    await api.stop();
  }
}

async function measure(browser: Browser, place: Place): Promise<Figure[]> {
  await fillLargeDocuments(place);
  await fillConflicts(place);
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
      ...(await mergeFigures(context)),
    ];
  } finally {
    await context.close();
  }
}

/** A key of the team that has a long list of accesses. */
async function readerKey(url: string): Promise<string> {
  const log = createLog('bench', 'error');
  const { knex } = connectDatabase({ url, poolMax: 1, applicationName: 'bench', log });
  try {
    const { rows } = await knex.raw('select id from organizations');
    const organizationId = rows[0].id;
    const facts = { displayName: 'reader', createdBy: 'system', now: new Date() };
    const key = { organizationId, scope: 'team' as const, teamId: reader, ...facts };
    return (await createApiKey(knex, key)).text;
  } finally {
    await knex.destroy();
  }
}

type Start = { largestMs: number; scriptBytes: number; files: number };

/** Opens the home page in a browser that has nothing of it yet. */
async function startHome(browser: Browser, place: Place): Promise<Start> {
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
