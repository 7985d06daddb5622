import type { Choices } from './choices.ts';
import type { Operation } from './operations.ts';

export type Header = readonly [name: string, value: string];

const oddHeaders: readonly Header[] = [
  ['Host', 'example.com'],
  ['Host', ''],
  ['Host', '['],
  ['Expect', '100-continue'],
  ['Expect', 'nothing'],
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Upgrade', 'h2c'],
  ['TE', 'trailers'],
  ['Trailer', 'x'],
  ['X-Forwarded-For', '127.0.0.1, ::1, '],
  ['X-Forwarded-Host', 'evil.example\\@x'],
  ['X-Forwarded-Proto', 'javascript'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Origin', 'null'],
  ['Origin', 'http://['],
  ['Origin', 'https://example.com'],
  ['Referer', '//'],
  ['Sec-Fetch-Site', 'cross-site'],
  ['Cookie', 'concordat_session=; concordat_session=x; =; ;;;'],
  ['Cookie', `concordat_session=${'A'.repeat(4_000)}`],
  ['Cookie', 'concordat_session=%'],
  ['Authorization', 'Bearer'],
  ['Authorization', 'Bearer  '],
  ['Authorization', 'Basic OjpA'],
  ['Authorization', `Bearer ${'\u00ff'.repeat(50)}`],
  [
    'x-api-key',
    'ck_o_\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff_0123456789abcdefghijABCDEFGHIJ01',
  ],
  ['x-api-key', ''],
  ['Accept', 'text/event-stream'],
  ['Accept', 'application/yaml'],
  ['Accept', 'text/html'],
  ['Accept', '*/*;q=NaN,,,;'],
  ['Accept', 'text/turtle, application/ld+json;q=0.5'],
  ['Accept', 'a/b,'.repeat(900)],
  ['Accept-Encoding', 'gzip;q=1e9, br, *;q=0'],
  ['Accept-Language', 'x'.repeat(1_000)],
  ['Range', 'bytes=0-'],
  ['Range', 'bytes=-1'],
  ['Range', 'bytes=5-1'],
  ['Range', `bytes=${'0-1,'.repeat(500)}2-`],
  ['Range', 'bytes=99999999999999999999-'],
  ['If-Range', 'x'],
  ['If-Match', '*'],
  ['If-Match', '"1"'],
  ['If-Match', 'W/"1", "x", '],
  ['If-Match', '"99999999999999999999"'],
  ['If-None-Match', '*'],
  ['If-None-Match', '"a",'.repeat(900)],
  ['If-Modified-Since', 'yesterday'],
  ['Last-Event-ID', '1'],
  ['Last-Event-ID', 'x'.repeat(500)],
  ['Last-Event-ID', '99999999999999999999'],
  ['Prefer', 'wait=-1'],
  ['Prefer', 'wait=999999999, respond-async'],
  ['Idempotency-Key', ''],
  ['Idempotency-Key', '\u00ff\u0080'],
  ['Idempotency-Key', 'k'.repeat(5_000)],
  ['X-Request-Id', 'not acceptable'],
  ['Content-Length', '0'],
  ['Content-Length', '-1'],
  ['Content-Length', '1e3'],
  ['Transfer-Encoding', 'chunked'],
  ['Transfer-Encoding', 'gzip, chunked'],
  ['Content-Type', 'application/json'],
  ['Date', 'x'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['X-Long', 'x'.repeat(9_000)],
  ['X-Longer', 'x'.repeat(20_000)],
  ['X-Bytes', '\u0080\u00ff\u00fe'],
];

/** Headers other than those of principal and body: some that routes read, some that clients should not send. */
export function makeHeaders(operation: Operation, choices: Choices): Header[] {
  const headers: Header[] = [];
  if (operation.mayWait) headers.push(['Prefer', choices.pick(['respond-async', 'wait=0'])]);
  if (operation.method === 'POST' && choices.chance(0.4)) {
    headers.push(['Idempotency-Key', `key-${choices.between(0, 200)}`]);
  }
  if (operation.method === 'PUT' && choices.chance(0.05)) headers.push(['If-None-Match', '*']);
  const odd = choices.weighted([
    [80, 0],
    [15, 1],
    [5, 3],
  ]);
  for (let n = 0; n < odd; n += 1) {
    const header = choices.pick(oddHeaders);
    headers.push(header);
    if (choices.chance(0.15)) headers.push(header);
  }
  return headers;
}
