import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import { fields, fillWideContract, rulesOfField } from '../data/wide-contract.ts';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';
import { startProcess } from '../servers.ts';
import type { BenchServers } from '../servers.ts';
import { inputFigure } from '../web/input.ts';
import { chromiumProgram, figure, openContext } from '../web/window.ts';

const rounds = 5;
const what = `${fields.toLocaleString('en')} fields and ${(fields * rulesOfField).toLocaleString('en')} rules`;

/** Measures the editor of a long contract in Chromium: typing, and the verdict on what was typed. */
export async function benchEditor(servers: BenchServers): Promise<Figure[]> {
  const executablePath = chromiumProgram();
  if (executablePath === undefined) {
    process.stderr.write('editor: skipped, because no Chromium is installed\n');
    return [];
  }
  const api = await startProcess('bench/processes/our-server.js', {
    DATABASE_URL: servers.databaseUrl,
  });
  const baseURL = `http://127.0.0.1:${(api.ready as AddressInfo).port}`;
  const place = { baseURL, key: servers.key };
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    await fillWideContract(place);
    const context = await openContext(browser, place);
    const page = await context.newPage();
    return [
      ...(await textFigures(page)),
      await sideFigure(page),
      await formFigure(page),
      await diagramFigure(page),
    ];
  } finally {
    await browser.close();
    await api.stop();
  }
}

/** Keys of a person who types fast. */
const delay = 60;

async function openEditor(page: Page, search: string, ready: string): Promise<void> {
  await page.goto(`/datacontracts/wide/edit?${search}`);
  await page.locator(ready).first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** Places the cursor at the end of the line with the version. */
async function goToVersion(page: Page): Promise<void> {
  await page.locator('.cm-line', { hasText: /^version:/u }).click();
  await page.keyboard.press('End');
}

async function textFigures(page: Page): Promise<Figure[]> {
  await openEditor(page, 'show=yaml', '.cm-line');
  await goToVersion(page);
  const typing = await inputFigure(page, `Typing into the YAML of ${what}`, () =>
    page.keyboard.type('-rc.1 # soon', { delay }),
  );
  await page.evaluate(
    'globalThis.lastKey = 0; addEventListener("keydown", () => { lastKey = performance.now(); }, true)',
  );
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.keyboard.type(` and ${round}`, { delay });
    times.push(await verdictMs(page));
    await page.waitForLoadState('networkidle');
  }
  return [
    typing,
    figure(`Verdict on ${what}: last key to paint, median of ${rounds}`, median(times), 400),
  ];
}

/** From the last key until the verdict on the text is painted. */
function verdictMs(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const look = () => {
      const isThere = document.querySelector('.verdict-panel[aria-busy="false"] [role="status"] .badge') !== null;
      if (isThere) resolve(performance.now() - lastKey);
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

async function sideFigure(page: Page): Promise<Figure> {
  await openEditor(page, 'show=both', '.editor-both .cm-line');
  await goToVersion(page);
  return inputFigure(page, `Typing into the YAML beside the form of ${what}`, () =>
    page.keyboard.type(' beside', { delay }),
  );
}

async function formFigure(page: Page): Promise<Figure> {
  await openEditor(page, 'show=form&part=schema.0.properties.500', '.editor-form input');
  return inputFigure(page, `Typing into the form of ${what}`, async () => {
    const name = page.locator('.editor-form input').first();
    await name.pressSequentially('_renamed', { delay });
    await page.locator('.editor-form select').first().selectOption('date');
  });
}

/** From the click until the drawing of the text is painted. */
async function diagramFigure(page: Page): Promise<Figure> {
  const start = await page.evaluate<number>('performance.now()');
  await page.getByRole('button', { name: 'Diagram' }).click();
  await page.locator('.er-entity').first().waitFor();
  const end = await page.evaluate<number>(
    'new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())))',
  );
  return figure(`Diagram of ${what}: click to paint`, end - start, 1_000);
}
