/**
 * Makes docs/screenshots anew from the demo: starts it in an empty folder, signs in with the printed link, and takes each picture
 * of `pictures.mjs`. With names as arguments it makes only those; CONCORDAT_SIGN_IN takes the link of a demo that already runs.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { chromium } from 'playwright-core';

import { pictures } from './pictures.mjs';

const rootDir = path.dirname(path.dirname(import.meta.dirname));
const folder = path.join(rootDir, 'docs', 'screenshots');
const maxBytes = 150_000;
const readyWithinMs = 300_000;
const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The lowest quality at which small text stays sharp comes last. */
const qualities = [92, 85, 75, 65];

const words = process.argv.slice(2);
const wanted = pictures.filter(({ name }) => words.length === 0 || words.includes(name));
const given = process.env['CONCORDAT_SIGN_IN'];
const demo = given === undefined ? await startDemo() : { link: given, stop: async () => {} };
try {
  await takePictures(demo.link);
} finally {
  await demo.stop();
}

async function startDemo() {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'concordat-screenshots-'));
  const env = { ...process.env, DATA_DIR: dataDir, PORT: process.env['PORT'] ?? '8399' };
  const child = spawn(path.join(rootDir, 'bin', 'start'), ['--demo'], { env });
  let output = '';
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stderr.resume();
  await new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The demo is not ready:\n${output}`)),
      readyWithinMs,
    );
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (!output.includes('Try next')) return;
      clearTimeout(timer);
      resolve();
    });
    void ended.then(() => reject(new Error(`bin/start ended:\n${output}`)));
  });
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
  return { link: /http\S+#code=\S+/.exec(output)[0], stop };
}

async function takePictures(link) {
  const executablePath = programs.find((program) => fs.existsSync(program));
  if (executablePath === undefined) throw new Error('There is no Chromium on this machine.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const first = await browser.newContext();
    const page = await first.newPage();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('nav').first().waitFor();
    for (const picture of wanted) {
      const storageState = await sessionOf(first, browser, new URL(link).origin, picture.as);
      await take(browser, picture, { link, storageState });
    }
  } finally {
    await browser.close();
  }
}

/** The cookies of the local administrator, or of a person of the demo, who signs in with a new key of one day. */
async function sessionOf(administrator, browser, baseURL, person) {
  if (person === undefined) return administrator.storageState();
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const data = { scope: 'user', displayName: person.name, email: person.email, expiresAt };
  const headers = { 'x-requested-with': 'concordat' };
  const created = await administrator.request.post(`${baseURL}/ui/api/api-keys`, { data, headers });
  const { key: apiKey } = await created.json();
  const context = await browser.newContext({ baseURL });
  await context.request.post('/ui/session', { data: { apiKey } });
  const state = await context.storageState();
  await context.close();
  return state;
}

async function take(browser, picture, { link, storageState }) {
  const { name, path: address, width = 1280, height = 800, theme = 'light', prepare } = picture;
  const context = await browser.newContext({
    baseURL: new URL(link).origin,
    ...(picture.signedOut ? {} : { storageState }),
    viewport: { width, height },
    deviceScaleFactor: 2,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await prepare?.(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  const bytes = await capture(await context.newCDPSession(page));
  fs.writeFileSync(path.join(folder, `${name}.webp`), bytes);
  process.stdout.write(`${name}.webp  ${Math.round(bytes.length / 1000)} kB\n`);
  await context.close();
}

/** The picture as WebP, in the highest quality that is small enough. */
async function capture(session) {
  for (const quality of qualities) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length <= maxBytes) return bytes;
  }
  throw new Error(`The picture is larger than ${maxBytes} bytes in every quality.`);
}
