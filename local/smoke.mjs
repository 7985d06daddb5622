import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/** Starts Concordat like a new user, writes and reads a team, and stops it; exit code 0 if everything worked. */
const rootDir = path.dirname(import.meta.dirname);
const dataDir = path.join(rootDir, '.data', `smoke-${process.pid}`);
const readyWithinMs = 120_000;
const stoppedWithinMs = 60_000;

/** Below the range for outgoing connections, which could take a port that is free now. */
async function freePort() {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const isFree = await new Promise((resolve) => {
      const server = net.createServer().once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

async function until(condition, withinMs, what) {
  const begun = Date.now();
  while (!condition()) {
    if (Date.now() - begun > withinMs) throw new Error(`${what} took more than ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return Date.now() - begun;
}

async function startAndUse(child, output, port) {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const readyMs = await until(
    () => hasEnded() || output().includes('is ready'),
    readyWithinMs,
    'start',
  );
  if (hasEnded()) throw new Error('bin/start ended before it was ready');
  const key = /ck_o_\w+/.exec(output())?.[0];
  const address = `http://127.0.0.1:${port}/api/teams/smoke`;
  const headers = { 'x-api-key': key ?? '', 'content-type': 'application/json' };
  const body = JSON.stringify({ id: 'smoke', name: 'Smoke', type: 'Team' });
  const put = await fetch(address, { method: 'PUT', headers, body });
  if (!put.ok) throw new Error(`PUT /api/teams/smoke answered ${put.status}: ${await put.text()}`);
  const got = await fetch(address, { headers });
  const team = await got.json();
  if (got.status !== 200 || team.name !== 'Smoke') throw new Error(`GET answered ${got.status}`);
  await openPage(`http://127.0.0.1:${port}`);
  child.kill('SIGTERM');
  const stopMs = await until(hasEnded, stoppedWithinMs, 'stop');
  if (child.exitCode !== 0)
    throw new Error(`bin/start ended with ${child.signalCode ?? child.exitCode}`);
  return `ready after ${readyMs} ms, stopped after ${stopMs} ms`;
}

/** The page that a browser gets, and its first script. */
async function openPage(origin) {
  const page = await fetch(origin, { headers: { accept: 'text/html' } });
  const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(await page.text()) ?? [];
  if (script === undefined) throw new Error(`GET / answered ${page.status} without a script`);
  const { status } = await fetch(`${origin}${script}`);
  if (status !== 200) throw new Error(`GET ${script} answered ${status}`);
}

function removeData() {
  const note = path.join(dataDir, 'postgres-folder');
  if (fs.existsSync(note)) {
    const folder = path.dirname(fs.readFileSync(note, 'utf8').trim());
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
  fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

async function smoke() {
  const port = await freePort();
  // Empty counts as not set, because the smoke test covers the private servers and a new key.
  const newcomer = { DATABASE_URL: '', REDIS_URL: '', BOOTSTRAP_API_KEY: '' };
  const child = spawn(path.join(rootDir, 'bin', 'start'), [], {
    env: {
      ...process.env,
      ...newcomer,
      PORT: String(port),
      DATA_DIR: dataDir,
      CONCORDAT_REDIS: 'embedded',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  try {
    console.log(`smoke test passed: ${await startAndUse(child, () => output, port)}`);
  } catch (error) {
    console.log(`smoke test failed: ${error.message}\n${output.replaceAll(/ck_o_\w+/g, 'ck_o_…')}`);
    process.exitCode = 1;
  } finally {
    child.kill('SIGTERM');
    await until(
      () => child.exitCode !== null || child.signalCode !== null,
      stoppedWithinMs,
      'stop',
    ).catch(() => child.kill('SIGKILL'));
    removeData();
  }
}

await smoke();
