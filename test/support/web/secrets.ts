import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Window } from './stack.ts';

/** A server that refuses every request and repeats what it was sent, in a header and in its body. */
export async function startRepeater() {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const asked = JSON.stringify({ url: request.url, ...request.headers });
      response.setHeader('x-asked', encodeURIComponent(asked).slice(0, 400));
      response.writeHead(500).end(`No: ${asked} ${body.slice(0, 500)}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://${host}`, host, stop };
}

/** Everything that a window receives and holds, to be searched for what it must not. */
export function watchedTexts({ page }: Window) {
  const texts: [where: string, text: string][] = [];
  const reading: Promise<unknown>[] = [];
  let answers = 0;
  page.on('console', (message) => texts.push(['console', message.text()]));
  page.on('response', (response) => {
    if (!/\/(?:ui|api)\//u.test(response.url())) return;
    answers += 1;
    // A stream has no end, and a redirect no body.
    if (response.headers()['content-type']?.includes('event-stream')) return;
    const url = `${response.request().method()} ${response.url()}`;
    reading.push(
      response.text().then(
        (text) => texts.push([url, `${JSON.stringify(response.headers())} ${text}`]),
        () => undefined,
      ),
    );
  });
  return {
    /** Notes what the page holds now. */
    noteAll: async () => {
      await Promise.all(reading.splice(0));
      const values = await page
        .locator('input, textarea, select')
        .evaluateAll((all) => all.map((each) => (each as unknown as { value: string }).value));
      texts.push(
        ['page', await page.content()],
        ['address', page.url()],
        ['fields', values.join('\n')],
        [
          'storage',
          String(
            await page.evaluate(
              'JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])',
            ),
          ),
        ],
      );
    },
    /** What was noted since the last call. */
    read: () => texts.splice(0),
    answers: () => answers,
  };
}
