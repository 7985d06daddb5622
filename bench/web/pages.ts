import type { BrowserContext, Page } from 'playwright-core';
import { neighbours } from '../data/large-documents.ts';
import { contracts, products } from '../data/search-rows.ts';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { figure } from './window.ts';

/** From the request of a search until its results are in the page. */
export async function searchFigure(page: Page): Promise<Figure> {
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
export async function requestFigures(context: BrowserContext): Promise<Figure[]> {
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
export async function graphFigure(page: Page): Promise<Figure> {
  await page.goto('/dataproducts/bench-hub/lineage');
  await page.locator('[aria-label^="Graph of"]').waitFor();
  const tookMs = await page.evaluate<number>(`new Promise((resolve) => requestAnimationFrame(() => {
    const asked = performance.getEntriesByType('resource').find(({ name }) => name.includes('/lineage'));
    resolve(performance.now() - asked.responseEnd);
  }))`);
  return figure(`Graph of ${2 * neighbours} products around one: answer to paint`, tookMs, 1_000);
}
