import type { BrowserContext } from 'playwright-core';
import { conflicts, mergePage } from '../data/conflicts.ts';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { figure } from './window.ts';

const rounds = 5;

/** The merge screen: from its address until a conflict can be decided, and the longest time from a key to its paint. */
export async function mergeFigures(context: BrowserContext): Promise<Figure[]> {
  const page = await context.newPage();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.goto(mergePage);
    await page.locator('.merge-version').first().waitFor();
    times.push(
      await page.evaluate<number>(
        'new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())))',
      ),
    );
  }
  await page.waitForLoadState('networkidle');
  await page.evaluate('interactions.length = 0');
  for (const key of ['j', '1', 'j', '2', 'j', 'k', '1']) await page.keyboard.press(key);
  await page.waitForLoadState('networkidle');
  const durations = await page.evaluate<number[]>('interactions');
  await page.close();
  const what = `Merge screen of ${conflicts} conflicts`;
  return [
    figure(`${what}: its address until one can be decided, median`, median(times), 1_000),
    // Shorter ones than 16 ms are not reported.
    figure(`${what}: key to paint, the longest`, Math.max(16, ...durations), 100),
  ];
}
