import { existsSync } from 'node:fs';
import type { Browser, BrowserContext } from 'playwright-core';
import type { Figure } from '../figures.ts';

/** Where the API listens, and a key for it. */
export type Place = { baseURL: string; key: string };

const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The installed Chromium, if there is one. */
export const chromiumProgram = (): string | undefined =>
  programs.find((program) => existsSync(program));

/** What a page says about itself: it runs before the scripts of the page. */
const observers = `
  globalThis.largest = 0;
  new PerformanceObserver((list) => { for (const each of list.getEntries()) globalThis.largest = each.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  globalThis.interactions = [];
  new PerformanceObserver((list) => { for (const each of list.getEntries()) globalThis.interactions.push(each.duration); })
    .observe({ type: 'event', durationThreshold: 16, buffered: true });`;

/** A window of a person or pipeline that has signed in. */
export async function openContext(
  browser: Browser,
  { baseURL, key }: Place,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  await context.addInitScript(observers);
  await context.request.post('/ui/session', { data: { apiKey: key } });
  return context;
}

/** A line of the table, for a value that must not exceed `most`. */
export function figure(what: string, value: number, most: number | undefined, unit = 'ms'): Figure {
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
