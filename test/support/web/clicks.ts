import type { Page } from 'playwright-core';

/** Counts what a person presses with the pointer in a window, from its next page on. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('countClick', () => (clicks += 1));
  await page.addInitScript(() => {
    const { countClick } = globalThis as unknown as { countClick: () => void };
    document.addEventListener('pointerdown', () => countClick(), { capture: true });
  });
  return () => clicks;
}
