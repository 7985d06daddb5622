import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { until } from '../until.ts';

/** A page in a browser. */
export type Page = {
  /** The value of an expression in the page, once its promise is settled. */
  evaluate: <Value>(expression: string) => Promise<Value>;
  close: () => Promise<void>;
};

/** Opens an address in Chromium, in a window of this width, and drives it by the DevTools protocol over pipes. */
export async function openPage(browser: string, url: string, width: number): Promise<Page> {
  const profile = mkdtempSync(path.join(tmpdir(), 'concordat-browser-'));
  const options = ['--headless=new', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe'];
  const child = spawn(browser, [...options, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const call = createCalls(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const { targetId } = await call('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
  const metrics = { width, height: 800, deviceScaleFactor: 1, mobile: false };
  await call('Emulation.setDeviceMetricsOverride', metrics, sessionId);
  await call('Page.navigate', { url }, sessionId);
  return {
    evaluate: async (expression) => {
      const wanted = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await call('Runtime.evaluate', wanted, sessionId);
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return result.value;
    },
    close: async () => {
      // Asked to close, the browser ends its other processes first; killed, it would leave them to write into the profile.
      call('Browser.close', {}).catch(() => child.kill('SIGKILL'));
      await ended;
      await until('the profile is removed', () => remove(profile));
    },
  };
}

/** Whether the folder is gone: not while a process still writes into it. */
function remove(folder: string): boolean {
  try {
    rmSync(folder, { recursive: true, force: true });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTEMPTY') return false;
    throw error;
  }
}

type Call = (method: string, params: object, sessionId?: string) => Promise<any>;

/** Calls of the protocol: JSON with a NUL behind each message. */
function createCalls(input: Writable, output: Readable): Call {
  const waiting = new Map<
    number,
    { resolve: (result: any) => void; reject: (error: Error) => void }
  >();
  let text = '';
  output.on('data', (piece: Buffer) => {
    const messages = (text + piece.toString()).split('\0');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result, error } = JSON.parse(message);
      const call = waiting.get(id);
      waiting.delete(id);
      if (error) call?.reject(new Error(JSON.stringify(error)));
      else call?.resolve(result);
    }
  });
  let last = 0;
  return (method, params, sessionId) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      input.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });
}
