import type { Browser, Page } from 'playwright-core';
import { accesses } from '../data/access-rows.ts';
import type { Figure } from '../figures.ts';
import { figure, openContext } from './window.ts';
import type { Place } from './window.ts';

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

/** The longest time from an input until its paint: of typing, and in a list of which every row is loaded. */
export async function inputFigures(browser: Browser, places: Places): Promise<Figure[]> {
  const figures: Figure[] = [];
  const typing = await openContext(browser, places.operator);
  const page = await typing.newPage();
  for (const { what, path, ready, act } of inputs) {
    await page.goto(path);
    await page.locator(ready).first().waitFor();
    await page.waitForLoadState('networkidle');
    figures.push(await inputFigure(page, what, act));
  }
  await typing.close();
  const reading = await openContext(browser, places.reader);
  figures.push(await longListFigure(await reading.newPage()));
  await reading.close();
  return figures;
}

/** Who types, and who has a long list of accesses. */
export type Places = { operator: Place; reader: Place };

async function longListFigure(page: Page): Promise<Figure> {
  await page.goto('/me/access');
  const last = page.locator(`tr[aria-rowindex="${accesses + 1}"]`);
  await page.locator('tr[aria-rowindex="2"]').waitFor();
  while (!(await last.isVisible())) await page.keyboard.press('End');
  await page.waitForLoadState('networkidle');
  const count = accesses.toLocaleString('en');
  return inputFigure(page, `Keys and clicks in a list of ${count} accesses`, async () => {
    for (const key of ['PageUp', 'PageUp', 'Home', 'PageDown', 'End'])
      await page.keyboard.press(key);
    await page.keyboard.press('Home');
    await page.locator('.pills .pill').nth(1).click();
  });
}

/** The longest time from an input until its paint, while something is done in the page. */
export async function inputFigure(
  page: Page,
  what: string,
  act: (page: Page) => Promise<void>,
): Promise<Figure> {
  await page.evaluate('interactions.length = 0');
  await act(page);
  await page.waitForLoadState('networkidle');
  const durations = await page.evaluate<number[]>('interactions');
  // Shorter ones than 16 ms are not reported.
  return figure(`${what}: input to paint, the longest`, Math.max(16, ...durations), 100);
}
