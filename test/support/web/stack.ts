import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { readWebFiles } from '../../../api/web/web-files.ts';
import { startApi } from '../http/api.ts';
import type { TestApi } from '../http/api.ts';
import { startWorkers } from '../servers/worker.ts';
import type { TestWorkers, WorkerOptions } from '../servers/worker.ts';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const program = places.find((place) => existsSync(place));

/** `describe` where there is a browser; elsewhere its tests are skipped, and their name says why. */
export const describeInBrowser: (name: string, tests: () => void) => void =
  program === undefined
    ? (name, tests) => describe.skip(`${name} (no Chromium is installed)`, tests)
    : describe;

/** The whole API with the built pages, real jobs, and a browser. */
export type WebStack = {
  api: TestApi;
  /** Opens a window; with a key it is signed in. */
  open: (options?: WindowOptions) => Promise<Window>;
  stop: () => Promise<void>;
};

type WindowOptions = {
  /** An API key to sign in with; null opens the window without a session. Default: the organization key. */
  key?: string | null;
  width?: number;
  scheme?: 'light' | 'dark';
};

/** A window, and what went wrong in it. */
export type Window = {
  page: Page;
  context: BrowserContext;
  /** Refusals of the content security policy, uncaught errors, and errors on the console. */
  problems: string[];
  goto: (path: string) => Promise<void>;
  close: () => Promise<void>;
};

/** Starts all parts; `settings` are those of the API, `access` is what jobs may read. */
export async function startWebStack(
  settings: Parameters<typeof startApi>[0] = {},
  jobs: WorkerOptions['settings'] = {},
  access: Parameters<typeof startWorkers>[1] = {},
): Promise<WebStack> {
  const web = readWebFiles();
  if (web === undefined) throw new Error('dist/web is missing: run npm run build first');
  const api = await startApi({ ...settings, web });
  const workers: TestWorkers = startWorkers(api, access, {
    settings: { publicUrl: api.address, ...jobs },
  });
  const browser = await chromium.launch({
    ...(program !== undefined && { executablePath: program }),
    args: ['--no-sandbox'],
  });
  return {
    api,
    open: (options) => openWindow(browser, api, options),
    stop: async () => {
      await browser.close();
      await workers.stop();
      await api.stop();
    },
  };
}

async function openWindow(
  browser: Browser,
  { address, key: ownKey }: TestApi,
  { key = ownKey, width = 1440, scheme = 'light' }: WindowOptions = {},
): Promise<Window> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width, height: 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const problems: string[] = [];
  await context.exposeBinding('reportViolation', (_, violation: string) => {
    problems.push(`refused by the policy: ${violation}`);
  });
  await context.addInitScript(() => {
    const report = (globalThis as unknown as { reportViolation: (text: string) => void })
      .reportViolation;
    document.addEventListener('securitypolicyviolation', (event) => {
      report(`${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // The browser notes each answer with an error; the tests look at what the page makes of it.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) problems.push(message.text());
  });
  if (key !== null) {
    const answer = await context.request.post('/ui/session', { data: { apiKey: key } });
    if (!answer.ok()) throw new Error(`The sign-in answered ${answer.status()}`);
  }
  return {
    page,
    context,
    problems,
    goto: async (path) => {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
    },
    close: async () => {
      // Routes that still answer when a test has seen what it needs are not its failure.
      for (const each of context.pages()) await each.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    },
  };
}
